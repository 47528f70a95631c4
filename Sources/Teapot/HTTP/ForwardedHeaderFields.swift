import Foundation

// Which header fields leave the origin that they are meant for: after a redirect, to another page, and with an absolute
// URL.
extension Teapot.Options {
    /// Returns whether a header field may be sent to another origin than the one it was meant for.
    ///
    /// A field that is not known to be harmless is taken to be meant for one server only. `Host` is never sent,
    /// because it names that server (RFC 9110 §7.2).
    package func isForwarded(_ name: String) -> Bool {
        let name = name.lowercased()
        if forwardedHeaderFields.contains(where: { $0.isSameHeaderName(as: name) }) { return name != "host" }
        let isHarmless =
            ["range", "user-agent"].contains(name)
            || ["accept", "content-", "if-"].contains { name.hasPrefix($0) }
        return isHarmless && !isSecret(name)
    }
}

extension TeapotClient {
    /// Removes the header fields that adapters have added to a call for another origin than the base URL's, and that
    /// may not be sent there.
    ///
    /// A token is meant for the client's own server, and a link may come from anywhere.
    func removeUnforwardedFields(of request: inout Teapot.Request, from original: Teapot.Request) {
        guard original.url.origin != baseURL.origin else { return }
        request.headerFields.fields.removeAll { !original.headerFields.contains($0) && !options.isForwarded($0.name) }
    }
}
