import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the inspector's page, as it is served.
    @Suite struct `The inspector's page` {
        @Test func `is served, and the router isn't aware of it`() async throws {
            try await InspectedServer.run { inspected in
                let message = try await inspected.send("GET", "/__teapot/")
                #expect(message.status == 200)
                #expect(message.headers["Content-Type"] == "text/html; charset=utf-8")
                #expect(
                    message.headers["Content-Security-Policy"] == """
                        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
                        """)
                #expect(message.headers["X-Content-Type-Options"] == "nosniff")
                #expect(message.headers["Referrer-Policy"] == "no-referrer")
                #expect(message.headers["Cache-Control"] == "no-store")
                #expect(try await inspected.send("HEAD", "/__teapot/").status == 200)
                #expect(inspected.router.journal.lastNumber == 0)
                #expect(inspected.switchboard.held.isEmpty)
                let token = try #require(inspected.server.inspectorToken)
                #expect(
                    inspected.server.inspectorURL?.absoluteString
                        == "http://127.0.0.1:\(inspected.port)/__teapot/?token=\(token)")
            }
        }

        @Test func `is complete: everything that its files name is served, and nothing comes from elsewhere`()
            async throws
        {
            try await InspectedServer.run { inspected in
                var (waiting, seen) = (["/__teapot/"], Set<String>())
                while let path = waiting.popLast() {
                    guard seen.insert(path).inserted, !path.hasPrefix("/__teapot/api/") else { continue }
                    let message = try await inspected.send("GET", path)
                    #expect(message.status == 200, "\(path)")
                    let named = message.text.matches(of: #/["'](\.|/__teapot)(/[a-z]+\.[a-z]+)["']/#)
                    waiting += named.map { "/__teapot\($0.output.2)" }
                    let others = message.text.matches(of: #/(?:https?:)?//[a-z][a-z0-9.]+/#).map { String($0.output) }
                    #expect(Set(others).subtracting(["http://www.w3.org"]).isEmpty, "\(path)")
                    // Data from a request or a file becomes text, never markup.
                    #expect(!message.text.contains("innerHTML") && !message.text.contains("outerHTML"), "\(path)")
                    #expect(message.text.firstRange(of: #/\s(style|onclick)="/#) == nil, "\(path)")
                }
                #expect(seen.count == 10)
            }
        }

        @Test func `is found without the slash, but not with POST`() async throws {
            try await InspectedServer.run { inspected in
                let moved = try await inspected.send("GET", "/__teapot")
                #expect(moved.status == 308)
                #expect(moved.headers["Location"] == "/__teapot/")
                let whole = try await inspected.send("GET", "/__teapot?token=abc")
                #expect(whole.headers["Location"] == "/__teapot/?token=abc")
                let posted = try await inspected.send("POST", "/__teapot/")
                #expect(posted.status == 405)
                #expect(posted.headers["Allow"] == "GET, HEAD")
                let missing = try await inspected.send("GET", "/__teapot/nothing.js")
                #expect(missing.status == 404)
                #expect(missing.error == "There is no such page. The inspector is at /__teapot/.")
            }
        }

        @Test func `is where a browser is redirected from the root`() async throws {
            try await InspectedServer.run { inspected in
                let browser = ["Accept: text/html,application/xhtml+xml,*/*;q=0.8"]
                inspected.switchboard.undecided = .firstMock
                let message = try await inspected.send("GET", "/", browser)
                #expect(message.status == 302)
                #expect(message.headers["Location"] == "/__teapot/")
                #expect(await eventually { inspected.router.journal.entries.first?.status == 302 })
                #expect(inspected.router.journal.entries.first?.reason == "no route, so it redirects to /__teapot/")
                for (method, target, fields) in [
                    ("GET", "/", ["Accept: */*"]), ("GET", "/", []), ("GET", "/nothing", browser),
                    ("POST", "/", browser),
                ] {
                    #expect(try await inspected.send(method, target, fields).status == 404)
                }
                // A mock there takes precedence.
                inspected.router.get("/", with: .text("tea"))
                #expect(try await inspected.send("GET", "/", browser).text == "tea")
            }
        }

        @Test func `doesn't claim paths that begin like its own`() async throws {
            let router = Router("/v1")
            router.get("/__teapot/api/state") { _ -> Response in ["of": "the router"] }
            let server = Server(inspecting: router)
            let port = try server.start()
            let texts = try await RawClient.talking(to: port) { client in
                try ["/__teapots", "/v1/__teapot/api/state", "/%5F%5Fteapot/"].map { path in
                    try client.exchange("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n").status
                }
            }
            try await server.stop(within: 0)
            #expect(texts == [404, 200, 404])
            #expect(router.journal.lastNumber == 3)
        }

        @Test func `can be disabled, which leaves all paths to the router`() async throws {
            let router = Router()
            router.get("/__teapot/") { _ -> Response in ["of": "the router"] }
            let server = Server(router: router)
            let port = try server.start()
            let text = try await RawClient.talking(to: port) { client in
                try client.exchange("GET /__teapot/ HTTP/1.1\r\nHost: a\r\n\r\n").text
            }
            #expect(server.inspectorURL == nil)
            try await server.stop(within: 0)
            #expect(text == #"{"of":"the router"}"#)
        }

        @Test func `takes precedence over a route of the router`() async throws {
            try await InspectedServer.run { inspected async throws in
                inspected.router.get("/__teapot/api/state") { _ -> Response in ["of": "the router"] }
                #expect(try await inspected.members("state")["hasSwitchboard"] as? Bool == true)
            }
        }
    }
}
