import Foundation
import Teapot

// The rules of RFC 9111, without I/O.
extension Teapot.ResponseCache.Entry {
    /// Creates a stored response, or returns `nil` if the response must not be stored or has no validator.
    init?(_ response: Teapot.Response, to request: Teapot.Request, _ options: Teapot.Options) {
        let fields = response.headers
        guard response.statusCode == 200, fields["ETag"] ?? fields["Last-Modified"] != nil,
            !fields.list("Cache-Control").contains("no-store"), !fields.list("Vary").contains("*")
        else { return nil }
        self.init(
            url: response.url, headers: fields, body: response.body,
            selection: request.selection(by: fields, options))
    }

    /// Returns whether the response may be used for a request with this method (§4) and these headers (§4.1).
    func fits(_ request: Teapot.Request, _ options: Teapot.Options) -> Bool {
        request.method == .get && selection == request.selection(by: headers, options)
    }

    /// Returns the response with the headers of a 304 (§4.3.4), except those that describe a body (§3.2), or `nil` if
    /// the 304 is about another version with a different strong entity tag.
    func updated(by notModified: Teapot.Response) -> Self? {
        let tag = notModified.headers["ETag"] ?? "W/"
        // Some servers weaken the tag of a compressed body, but not that of its 304.
        guard tag.hasPrefix("W/") || headers["ETag"]?.hasSuffix(tag) != false else { return nil }
        let ofBody = ["content-length", "content-encoding", "content-range", "transfer-encoding"]
        let new = notModified.headers.filter { !ofBody.contains($0.name.lowercased()) }
        let kept = headers.filter { old in !new.contains { $0.name.isSameHeaderName(as: old.name) } }
        var updated = self
        updated.headers = Teapot.HeaderFields(kept + new)
        return updated
    }

    /// The response to deliver.
    var response: Teapot.Response {
        Teapot.Response(url: url, statusCode: 200, headers: headers, body: body)
    }
}

extension Teapot.Request {
    /// Returns whether the response may be stored and a stored response may be used.
    ///
    /// The result is `false` if the request asks for a part or has its own conditions, or if the URL contains a secret,
    /// which would become part of the key.
    func mayBeStored(_ options: Teapot.Options) -> Bool {
        method == .get && url.withoutSecrets(options.secrets) == url.absoluteString
            && !headers.list("Cache-Control").contains("no-store")
            && !hasConditions
    }

    /// The key to store the response under: the URL without its fragment, which is never sent.
    var storeKey: String { String(url.absoluteString.prefix { $0 != "#" }) }

    /// Returns the headers that the response depends on: those that `Vary` names, and every secret.
    ///
    /// Secrets are included so that no user receives another user's response. They're hashed with the URL, so they
    /// aren't stored but still match in another process.
    func selection(by response: Teapot.HeaderFields, _ options: Teapot.Options) -> [String: String] {
        var selection: [String: String] = [:]
        let secrets = headers.map { $0.name.lowercased() }.filter { options.isSecret($0) }
        for name in response.list("Vary") + secrets {
            selection[name] = headers[name].map {
                options.isSecret(name) ? SHA256.hex(of: "\(storeKey)\n\(name)\n\($0)") : $0
            }
        }
        return selection
    }

    /// Returns the request with the conditions for a 304 (RFC 9110 §13.1).
    func conditional(on stored: Teapot.ResponseCache.Entry) -> Self {
        var request = self
        request.headers["If-None-Match"] = stored.headers["ETag"]
        request.headers["If-Modified-Since"] = stored.headers["Last-Modified"]
        return request
    }
}

extension Teapot.HeaderFields {
    /// Returns the members of a list of names or directives, in lowercase (RFC 9110 §5.6.1).
    fileprivate func list(_ name: String) -> [String] {
        (self[name] ?? "").lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
