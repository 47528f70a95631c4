import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockWebSocket

@Suite(.inTurn) struct `A WebSocket handshake` {
    private struct Refused: Error {}

    /// Returns the handshake for the request of RFC 6455 §1.2, with some fields changed; `nil` removes a field.
    private func handshake(
        _ changes: [(String, String?)] = [],
        method: String = "GET",
        minorVersion: Int = 1,
        protocols: [String] = [],
        headers: Teapot.HeaderFields = [:]
    ) -> WebSocketHandshake {
        var fields: Teapot.HeaderFields = [:]
        let usual = [
            ("Host", "server.example.com"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Version", "13"),
        ]
        for (name, value) in usual where !changes.contains(where: { $0.0 == name }) {
            fields.append(name: name, value: value)
        }
        for (name, value) in changes { if let value { fields.append(name: name, value: value) } }
        return WebSocketHandshake(
            Request(method: method, path: "/chat", headers: fields), minorVersion: minorVersion,
            protocols: protocols,
            headers: headers)
    }

    @Test func `it's accepted as in the standard`() throws {
        guard
            case .accepted(let fields, let subprotocol) = handshake(
                [("Sec-WebSocket-Protocol", "chat, superchat")], protocols: ["superchat", "chat"])
        else { throw Refused() }
        #expect(
            fields == [
                "Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "Sec-WebSocket-Protocol": "chat",
            ])
        #expect(subprotocol == "chat")
    }

    @Test(arguments: [
        [("Upgrade", "WebSocket")], [("Upgrade", "h2c, WEBSOCKET")], [("Connection", "keep-alive, upgrade")],
        [("Connection", "keep-alive"), ("Connection", "Upgrade")], [("Sec-WebSocket-Extensions", "permessage-deflate")],
        [("Sec-WebSocket-Key", " dGhlIHNhbXBsZSBub25jZQ== ")],
    ])
    func `it's accepted however its headers are written`(changes: [(String, String)]) throws {
        guard case .accepted(let fields, nil) = handshake(changes.map { ($0, $1) }) else { throw Refused() }
        #expect(fields["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(fields["Sec-WebSocket-Extensions"] == nil)
        #expect(fields["Sec-WebSocket-Protocol"] == nil)
    }

    @Test(
        arguments: [
            (["a, b", "c"], ["c", "b"], "b"), (["a"], [], nil), (["a"], ["A"], nil), ([], ["a"], nil),
        ] as [([String], [String], String?)])
    func `the first supported subprotocol of the client's list is chosen`(
        offered: [String], understood: [String], expected: String?
    ) throws {
        let answer = handshake(offered.map { ("Sec-WebSocket-Protocol", $0) }, protocols: understood)
        guard case .accepted(let fields, let subprotocol) = answer else { throw Refused() }
        #expect(subprotocol == expected)
        #expect(fields["Sec-WebSocket-Protocol"] == expected)
    }

    @Test func `the response's headers are sent, unless they belong to the handshake`() throws {
        let headers: Teapot.HeaderFields = [
            "Set-Cookie": "a=b", "upgrade": "x", "Connection": "close", "content-length": "3",
            "Sec-WebSocket-Accept": "x", "sec-websocket-extensions": "y", "Transfer-Encoding": "chunked",
        ]
        guard case .accepted(let fields, _) = handshake(headers: headers) else { throw Refused() }
        #expect(
            fields == [
                "Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "Set-Cookie": "a=b",
            ])
    }

    @Test(
        arguments: [
            ([("Upgrade", nil)], 426, "This route is a WebSocket: the header `Upgrade: websocket` is missing.\n"),
            (
                [("Upgrade", "h2c")], 426,
                "This route is a WebSocket: the header `Upgrade: websocket` is missing.\n"
            ),
            (
                [("Sec-WebSocket-Version", nil)], 426,
                "WebSocket version 13 is required; the request's Sec-WebSocket-Version names no version.\n"
            ),
            (
                [("Sec-WebSocket-Version", "8")], 426,
                "WebSocket version 13 is required; the request's Sec-WebSocket-Version names the version 8.\n"
            ),
            ([("Connection", nil)], 400, "The header `Connection: Upgrade` is missing.\n"),
            ([("Connection", "keep-alive")], 400, "The header `Connection: Upgrade` is missing.\n"),
            (
                [("Sec-WebSocket-Key", nil)], 400,
                "The header Sec-WebSocket-Key is missing: it must be 16 bytes in base64.\n"
            ),
            (
                [("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=")], 400,
                "The header Sec-WebSocket-Key is wrong: it must be 16 bytes in base64.\n"
            ),
            (
                [("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZTIz")], 400,
                "The header Sec-WebSocket-Key is wrong: it must be 16 bytes in base64.\n"
            ),
            (
                [("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZ!==")], 400,
                "The header Sec-WebSocket-Key is wrong: it must be 16 bytes in base64.\n"
            ),
            (
                [("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")],
                400, "The header Sec-WebSocket-Key appears 2 times: it must be 16 bytes in base64.\n"
            ),
        ] as [([(String, String?)], Int, String)])
    func `it's refused with an explanation`(changes: [(String, String?)], status: Int, sentence: String) {
        expect(handshake(changes), refusesWith: status, sentence)
    }

    @Test func `it's refused for another method and for HTTP/1.0`() {
        let refusal = expect(
            handshake(method: "POST"), refusesWith: 405, "A WebSocket handshake uses GET, not POST.\n")
        #expect(refusal?.headers["Allow"] == "GET")
        expect(
            handshake(minorVersion: 0), refusesWith: 426,
            "A WebSocket requires HTTP/1.1, and this request is HTTP/1.0.\n")
    }

    @discardableResult
    private func expect(_ answer: WebSocketHandshake, refusesWith status: Int, _ sentence: String) -> Response? {
        guard case .refused(let response) = answer else {
            Issue.record("accepted")
            return nil
        }
        #expect(response.status.rawValue == status)
        #expect(String(decoding: response.body, as: UTF8.self) == sentence)
        if status == 426 {
            #expect(response.headers["Upgrade"] == "websocket")
            #expect(response.headers["Connection"] == "Upgrade")
            #expect(response.headers["Sec-WebSocket-Version"] == "13")
        }
        return response
    }
}
