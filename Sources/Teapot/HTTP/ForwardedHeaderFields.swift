import Foundation

// The headers that may go to another origin: after a redirect, to another page, and with an absolute URL.
extension Teapot.Options {
    /// Returns whether a header may be sent to an origin other than the intended one.
    ///
    /// A header that isn't known to be harmless is assumed to be for one server only. `Host` is never sent, because it
    /// names that server (RFC 9110 §7.2).
    package func isForwarded(_ name: String) -> Bool {
        let name = name.lowercased()
        if forwardedHeaders.contains(where: { $0.isSameHeaderName(as: name) }) { return name != "host" }
        let isHarmless =
            ["range", "user-agent"].contains(name)
            || ["accept", "content-", "if-"].contains { name.hasPrefix($0) }
        return isHarmless && !isSecret(name)
    }
}

extension TeapotClient {
    /// Removes headers that adapters added and that must not be sent to an origin other than the base URL's.
    ///
    /// A token is meant for the client's own server, and a link may come from anywhere.
    func removeUnforwardedFields(of request: inout Teapot.Request, from original: Teapot.Request) {
        guard original.url.origin != baseURL.origin else { return }
        request.headers.fields.removeAll { !original.headers.contains($0) && !options.isForwarded($0.name) }
    }
}
