import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockWebSocket
import TeapotTestResources
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of a browser with a page from the server itself.
    @Suite(.enabled(if: Clients.browser != nil, "chromium-headless-shell is not installed")) struct `A browser` {
        private let report = Locked("")
        private let reported = Gate()

        private func router() throws -> Router {
            let router = Router()
            let (report, reported) = (report, reported)
            let page = try Data(contentsOf: Fixtures.clientsDirectory.appendingPathComponent("page.html"))
            router.get("/", with: .data(page, contentType: "text/html; charset=utf-8"))
            router.get("/users/:id") { request -> Response in
                ["id": request["id"], "full": request.queryValue("full")]
            }
            router.post("/users") { request -> Response in
                .json(
                    ["made": request.json?.dictionary?["name"] as? String ?? ""], status: 201,
                    headers: ["Location": "/users/2"])
            }
            router.delete("/users/:id", with: .status(204))
            router.get("/moved", with: .status(302, headers: ["Location": "/users/7"]))
            router.addPieces(at: "/stream")
            addEvents(to: router)
            addSockets(to: router)
            router.post("/report") { request -> Response in
                report.withLock { $0 = String(decoding: request.body, as: UTF8.self) }
                reported.open()
                return .status(204)
            }
            return router
        }

        private func addEvents(to router: Router) {
            router.get("/events") { request -> Response in
                let last = request.headers["Last-Event-ID"]
                if let last { return .events([Teapot.ServerSentEvent(event: "again", data: last, id: "4")]) }
                return .events(
                    [
                        Teapot.ServerSentEvent(event: "tick", data: "one", id: "1"),
                        Teapot.ServerSentEvent(data: "two\nlines", id: "2"),
                        Teapot.ServerSentEvent(event: "tick", data: "drei 🫖", id: "3"),
                    ], reconnectionTime: 0.01)
            }
        }

        private func addSockets(to router: Router) {
            router.get(
                "/chat",
                with: .webSocket(protocols: ["chat"]) { socket in
                    for try await message in socket.messages {
                        if message == .text("close") {
                            return try await socket.close(code: 4002, reason: "no more tea")
                        }
                        try await socket.send(message)
                    }
                })
            router.get(
                "/leaving",
                with: .webSocket { socket in
                    for try await _ in socket.messages {}
                })
        }

        @Test func `fetches, streams, and receives events and messages of a WebSocket`() async throws {
            let reported = reported
            try await Clients.serving(try router()) { port in
                try await Clients.browse("http://127.0.0.1:\(port)/", until: reported)
            }
            #expect(
                report.withLock { $0 } == #"""
                    "get":{"status":200,"type":"application/json","body":{"full":"yes","id":"1"}}
                    "post":{"status":201,"location":"/users/2","body":{"made":"Joan"}}
                    "redirect":{"redirected":true,"path":"/users/7"}
                    "delete":{"status":204,"body":""}
                    "missing":{"status":404,"suggestion":"Did you mean “/users/1”?","stub":"router.get(\"/user/1\") { _ in .status(200) }","route":"GET /users/:id","conditions":[{"expectation":"method GET","isMet":true},{"expectation":"path /users/:id","explanation":"expected “users”, received “user”","isMet":false}]}
                    "stream":["piece 0","piece 1","piece 2"]
                    "events":[["tick","one","1"],["message","two\nlines","2"],["tick","drei 🫖","3"],["again","3","4"]]
                    "socket":["chat","","Grüße 🫖",[0,1,255],100000,4002,"no more tea",true]
                    "leaving":[4321,true]
                    """#)
        }
    }
}
