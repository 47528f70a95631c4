import Foundation
import Teapot
import TeapotMock

extension CORSPolicy {
    /// Returns the response to a preflight request, or `nil` for any other request.
    ///
    /// A browser sends a preflight request, with `OPTIONS`, before a request that a page couldn't send without scripts.
    /// It's answered for every path, so the page can read the response to the actual request, even if that response is
    /// an error.
    func preflightResponse(to request: Request) -> Response? {
        guard request.method == "OPTIONS", let origin = request.headers["Origin"],
            let method = request.headers["Access-Control-Request-Method"]
        else { return nil }
        var fields: Teapot.HeaderFields = [
            "Vary": "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"
        ]
        guard allows(origin) else {
            let allowed = (origins ?? []).map { "“\($0)”" }.joined(separator: ", ")
            let text = "The router's CORS policy does not allow the origin “\(origin)”. It allows \(allowed)."
            return .json(["error": text], status: 403, headers: fields)
        }
        fields.allow(origin, withCredentials: allowsCredentials)
        let methods = methods.map { $0.map(\.rawValue).joined(separator: ", ") } ?? method
        fields.append(name: "Access-Control-Allow-Methods", value: methods)
        let names = headers?.joined(separator: ", ") ?? request.headers["Access-Control-Request-Headers"]
        if let names, !names.isEmpty { fields.append(name: "Access-Control-Allow-Headers", value: names) }
        if let maxAge {
            let seconds = Int(min(max(maxAge.isNaN ? 0 : maxAge, 0), 1e9))
            fields.append(name: "Access-Control-Max-Age", value: String(seconds))
        }
        // Private Network Access: Chromium requests this before a page from a public site may reach this machine.
        if request.headers["Access-Control-Request-Private-Network"] == "true" {
            fields.append(name: "Access-Control-Allow-Private-Network", value: "true")
        }
        return .status(204, headers: fields)
    }

    /// Adds the headers that let the page that sent a request read the response.
    func apply(to response: inout Response, for request: Request) {
        if case .upgrade = response.content { return }
        var fields = response.headers.withoutCORS
        let exposed = exposedHeaderFields ?? fields.exposableNames
        fields.vary(by: "Origin")
        if let origin = request.headers["Origin"], allows(origin) {
            fields.allow(origin, withCredentials: allowsCredentials)
            if !exposed.isEmpty {
                fields.append(name: "Access-Control-Expose-Headers", value: exposed.joined(separator: ", "))
            }
        }
        response.headers = fields
    }

    /// Returns whether pages from an origin may read responses.
    package func allows(_ origin: String) -> Bool {
        guard let origins else { return true }
        return origins.contains { Self.serialized($0) == origin.lowercased() }
    }

    /// Returns an origin as a browser sends it (RFC 6454 §6.1): in lowercase, and without the trailing slash and the
    /// default port that people often write.
    private static func serialized(_ origin: String) -> String {
        Request.origin((origin.hasSuffix("/") ? origin.dropLast() : origin[...]).lowercased()[...])
    }
}

extension Teapot.HeaderFields {
    /// The names of response headers that every script may read (Fetch §2.2.2).
    private static let alwaysExposed: Set = [
        "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
    ]

    /// The names of the headers that a script may read only if they're exposed, without duplicates.
    ///
    /// No script may read cookies.
    fileprivate var exposableNames: [String] {
        var seen = Self.alwaysExposed.union(["set-cookie", "set-cookie2"])
        return map(\.name).filter { seen.insert($0.lowercased()).inserted }
    }

    fileprivate mutating func allow(_ origin: String, withCredentials: Bool) {
        // With credentials, the origin must be repeated, because `*` isn't accepted (Fetch §3.2.5).
        append(name: "Access-Control-Allow-Origin", value: origin)
        if withCredentials { append(name: "Access-Control-Allow-Credentials", value: "true") }
    }

    /// Adds a name to `Vary` (RFC 9110 §12.5.5).
    mutating func vary(by name: String) {
        let names = (self["Vary"] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        if names.contains(where: { $0 == "*" || $0.isSameHeaderName(as: name) }) { return }
        self["Vary"] = (names + [name]).joined(separator: ", ")
    }
}
