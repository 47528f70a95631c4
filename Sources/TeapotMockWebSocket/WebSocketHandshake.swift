import Foundation
package import Teapot
package import TeapotMock

/// A server's response to a request for a WebSocket (RFC 6455 §4.2).
package enum WebSocketHandshake: Sendable {
    /// Status 101 with these headers.
    ///
    /// Frames follow.
    case accepted(fields: Teapot.HeaderFields, subprotocol: String?)
    /// A refusal with this response.
    ///
    /// The connection stays an HTTP connection.
    case refused(Response)

    /// Evaluates a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - minorVersion: The minor version of HTTP in the request: 1 for HTTP/1.1.
    ///   - protocols: The supported subprotocols.
    ///   - headers: Additional headers for the response, such as a `Set-Cookie`. Headers that belong to the handshake
    ///     itself are omitted.
    package init(
        _ request: Request,
        minorVersion: Int,
        protocols: [String] = [],
        headers: Teapot.HeaderFields = [:]
    ) {
        guard request.method == "GET" else {
            self = .refused(
                .explaining(
                    "A WebSocket handshake uses GET, not \(request.method).", 405,
                    headers: ["Allow": "GET"]))
            return
        }
        if let missing = Self.missingUpgrade(of: request.headers, minorVersion) {
            self = .refused(.explaining(missing, 426, headers: Self.upgradeFields))
            return
        }
        guard request.headers.members(of: "Connection").contains(where: { $0.lowercased() == "upgrade" }) else {
            self = .refused(.explaining("The header `Connection: Upgrade` is missing.", 400))
            return
        }
        let keys = request.headers.values(for: "Sec-WebSocket-Key").map { $0.trimmingCharacters(in: .whitespaces) }
        guard keys.count == 1, let key = keys.first, Self.isKey(key) else {
            let wrong = keys.isEmpty ? "is missing" : keys.count > 1 ? "appears \(keys.count) times" : "is wrong"
            self = .refused(
                .explaining("The header Sec-WebSocket-Key \(wrong): it must be 16 bytes in base64.", 400))
            return
        }
        let offered = request.headers.members(of: "Sec-WebSocket-Protocol")
        let subprotocol = offered.first { protocols.contains($0) }
        // Omitting Sec-WebSocket-Extensions declines all offered extensions (RFC 6455 §9.1).
        var fields: Teapot.HeaderFields = [:]
        for (name, value) in [
            ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", Self.accept(key)),
            ("Sec-WebSocket-Protocol", subprotocol),
        ] {
            if let value { fields.append(name: name, value: value) }
        }
        for field in headers where !Self.isOwn(field.name) { fields.append(name: field.name, value: field.value) }
        self = .accepted(fields: fields, subprotocol: subprotocol)
    }

    /// Returns the value of `Sec-WebSocket-Accept` for a key (RFC 6455 §4.2.2).
    static func accept(_ key: String) -> String {
        Data(SHA1.digest(of: (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).base64EncodedString()
    }

    /// The headers of a refusal, which name the supported version.
    ///
    /// RFC 9110 §7.8 requires `Connection` with `Upgrade`.
    private static var upgradeFields: Teapot.HeaderFields {
        Teapot.HeaderFields([
            .init(name: "Upgrade", value: "websocket"), .init(name: "Connection", value: "Upgrade"),
            .init(name: "Sec-WebSocket-Version", value: "13"),
        ])
    }

    /// Returns the reason a request doesn't ask for a WebSocket of this version, or `nil` if it does.
    private static func missingUpgrade(of headers: Teapot.HeaderFields, _ minorVersion: Int) -> String? {
        // RFC 9110 §7.8: an Upgrade header in HTTP/1.0 is ignored.
        guard minorVersion >= 1 else { return "A WebSocket requires HTTP/1.1, and this request is HTTP/1.0." }
        guard headers.askForWebSocket else {
            return "This route is a WebSocket: the header `Upgrade: websocket` is missing."
        }
        let versions = headers.members(of: "Sec-WebSocket-Version")
        guard versions == ["13"] else {
            let asked = versions.isEmpty ? "no version" : "the version \(versions.joined(separator: ", "))"
            return "WebSocket version 13 is required; the request's Sec-WebSocket-Version names \(asked)."
        }
        return nil
    }

    /// Returns whether a text is sixteen bytes in Base64 (RFC 6455 §4.1).
    private static func isKey(_ text: String) -> Bool {
        text.utf8.count == 24 && Data(base64Encoded: text)?.count == 16
    }

    private static func isOwn(_ name: String) -> Bool {
        // RFC 9110 §8.6: a response with status 1xx has no Content-Length.
        ["Upgrade", "Connection", "Content-Length", "Transfer-Encoding"].contains { name.isSameHeaderName(as: $0) }
            || name.lowercased().hasPrefix("sec-websocket-")
    }
}

extension Response {
    fileprivate static func explaining(
        _ text: String,
        _ status: Teapot.StatusCode,
        headers: Teapot.HeaderFields = [:]
    ) -> Response {
        .data(
            Data("\(text)\n".utf8), contentType: "text/plain; charset=utf-8", status: status, headers: headers
        )
    }
}
