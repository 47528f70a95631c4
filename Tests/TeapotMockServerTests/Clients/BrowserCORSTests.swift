import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestResources
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of a browser with a page of another origin.
    @Suite(.enabled(if: Clients.browser != nil, "chromium-headless-shell is not installed"))
    struct `A browser with a page from another port` {
        private let report = Locked("")
        private let reported = Gate()

        /// The page's server, which gives it the ports of the others.
        private func pageRouter() throws -> Router {
            let router = Router()
            let (report, reported) = (report, reported)
            let page = try Data(contentsOf: Fixtures.clientsDirectory.appendingPathComponent("cors.html"))
            router.get("/", with: .data(page, contentType: "text/html; charset=utf-8"))
            router.post("/report") { request -> Response in
                report.withLock { $0 = String(decoding: request.body, as: UTF8.self) }
                reported.open()
                return .status(204)
            }
            return router
        }

        private func apiRouter() -> Router {
            let router = Router()
            router.get("/teas", with: .json(["first": 1], headers: ["X-Total": "1"]), .json(["second": 2]))
            router.post("/teas") { request -> Response in
                .json(
                    ["made": request.json?.dictionary?["name"] as? String ?? ""], status: 201,
                    headers: ["Location": "/teas/2"])
            }
            router.get("/secret") { request -> Response in .text(request.headers["Authorization"] ?? "none") }
            router.delete("/teas/:id", with: .status(204))
            router.get("/cookie") { request -> Response in
                .text(request.headers["Cookie"] ?? "none", headers: ["Set-Cookie": "tea=assam"])
            }
            router.get("/refused", with: .status(200)).expecting(headers: ["X-Needed": "1"])
            router.get("/cut", with: .text("0123456789").failing(.cutShort(after: 4)))
            router.get("/film", with: .text("0123456789").acceptingRanges())
            router.get("/events", with: .events([Teapot.ServerSentEvent(data: "one"), .init(data: "end")]))
            return router
        }

        @Test func `fetches, posts, signs, deletes and receives events`() async throws {
            let reported = reported
            let (api, closed) = (apiRouter(), apiRouter())
            api.cors = .permissive
            try await Clients.serving(api) { open in
                try await Clients.serving(closed) { closed in
                    try await Clients.serving(try pageRouter()) { port in
                        let servers = [open, closed].map { "server=http://127.0.0.1:\($0)" }.joined(separator: "&")
                        try await Clients.browse("http://127.0.0.1:\(port)/?\(servers)", until: reported)
                    }
                }
            }
            #expect(
                report.withLock { $0 } == #"""
                    "reads":{"status":200,"total":"1","body":{"first":1}}
                    "posts":{"status":201,"location":"/teas/2","body":{"made":"Assam"}}
                    "signs":{"status":200,"body":"Bearer abc"}
                    "deletes":{"status":204}
                    "carries":"tea=assam"
                    "misses":{"status":404,"suggestion":"Did you mean “/teas”?"}
                    "refuses":{"status":400,"hasError":true}
                    "breaks":{"status":200,"error":"TypeError"}
                    "resumes":{"status":206,"range":"bytes 2-3/10","body":"23"}
                    "hears":["one","end"]
                    "isShutOut":"TypeError"
                    """#)
        }
    }
}
