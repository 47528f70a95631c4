import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of unauthorized access to the inspector: from other sites' pages, other machines, and misleading host
    /// names.
    @Suite struct `The inspector's safety` {
        @Test(arguments: [
            "evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:PORT",
            "127.0.0.1.evil.example:PORT", "[::2]:PORT", "127.0.0.1:PORT0",
        ])
        func `a foreign host name is refused, as in DNS rebinding`(_ host: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let host = host.replacingOccurrences(of: "PORT", with: "\(inspected.port)")
                for path in ["/__teapot/", "/__teapot/main.js", "/__teapot/api/state"] {
                    let message = try await inspected.send("GET", path, host: host)
                    #expect(message.status == 403)
                    #expect(
                        message.error
                            == """
                            The inspector isn’t at “\(host)”: open http://127.0.0.1:\(inspected.port)/__teapot/, \
                            or allow the host.
                            """)
                }
            }
        }

        @Test(arguments: ["127.0.0.1:PORT", "localhost:PORT", "LocalHost:PORT", "[::1]:PORT"])
        func `a host name of this machine is accepted`(_ host: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let host = host.replacingOccurrences(of: "PORT", with: "\(inspected.port)")
                #expect(try await inspected.send("GET", "/__teapot/api/state", host: host).status == 200)
            }
        }

        @Test(arguments: [
            "http://evil.example", "https://127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:1", "null",
            "http://127.0.0.1:PORT.evil.example", "file://",
        ])
        func `a request from another origin is refused`(_ origin: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let origin = origin.replacingOccurrences(of: "PORT", with: "\(inspected.port)")
                let reading = try await inspected.send("GET", "/__teapot/api/state", ["Origin: \(origin)"])
                #expect(reading.status == 403)
                #expect(reading.error == "The inspector doesn’t answer pages from other sites, such as “\(origin)”.")
                #expect(reading.headers["Access-Control-Allow-Origin"] == nil)
                let fields = ["Origin: \(origin)", "Content-Type: application/json"]
                let writing = try await inspected.send(
                    "PATCH", "/__teapot/api/state", fields, body: #"{"isOn": false}"#)
                #expect(writing.status == 403)
                #expect(inspected.switchboard.isOn)
            }
        }

        @Test func `a request from another site is refused, by each header that browsers send`() async throws {
            try await InspectedServer.run { inspected async throws in
                for site in ["cross-site", "same-site"] {
                    let fields = ["Sec-Fetch-Site: \(site)", "Content-Type: application/json"]
                    #expect(try await inspected.send("GET", "/__teapot/api/journal", fields).status == 403)
                    #expect(
                        try await inspected.send("PATCH", "/__teapot/api/state", fields, body: "{}").status == 403)
                    // A link to the page is harmless.
                    #expect(try await inspected.send("GET", "/__teapot/", fields).status == 200)
                }
                let typed = ["Sec-Fetch-Site: none", "Content-Type: application/json"]
                #expect(try await inspected.send("GET", "/__teapot/api/state", typed).status == 200)
                #expect(try await inspected.send("PATCH", "/__teapot/api/state", typed, body: "{}").status == 403)
            }
        }

        @Test func `the API requires the token of this run`() async throws {
            try await InspectedServer.run { inspected async throws in
                let token = try #require(inspected.server.inspectorToken)
                #expect(token.utf8.count == 32)
                for fields in [
                    [], ["Authorization: Bearer"], ["Authorization: Bearer \(token)0"],
                    ["Authorization: Basic \(token)"],
                    // A mock's script has the page's origin, and a browser adds the cookie.
                    ["Cookie: teapot-\(inspected.port)=\(token)", "Sec-Fetch-Site: same-origin"],
                ] {
                    let message = try await inspected.send("GET", "/__teapot/api/journal", isKnown: false, fields)
                    #expect(message.status == 401, "\(fields)")
                    #expect(message.headers["WWW-Authenticate"] == "Bearer")
                    #expect(message.error?.hasPrefix("The inspector’s API needs the token of this run") == true)
                    #expect(!message.text.contains(token))
                }
                let inURL = try await inspected.send("GET", "/__teapot/api/journal?token=\(token)", isKnown: false)
                #expect(inURL.status == 401)
                #expect(try await inspected.api("GET", "journal").status == 200)
                #expect(Server(inspecting: Router()).inspectorToken != token)
            }
        }

        @Test func `the page requires the token once, and then its cookie`() async throws {
            try await InspectedServer.run { inspected async throws in
                let token = try #require(inspected.server.inspectorToken)
                let closed = try await inspected.send("GET", "/__teapot/", isKnown: false)
                #expect(closed.status == 401)
                #expect(closed.headers["Content-Type"] == "text/html; charset=utf-8")
                #expect(closed.text.contains("127.0.0.1:\(inspected.port)/__teapot/?token=…"))
                #expect(!closed.text.contains(token))
                // The command keeps its token, and its users may not know Swift.
                #expect(!closed.text.contains("new each time") && !closed.text.contains("Swift"))
                let wrong = try await inspected.send("GET", "/__teapot/?token=\(token.dropLast())", isKnown: false)
                #expect(wrong.status == 401)
                #expect(wrong.headers["Set-Cookie"] == nil)
                let first = try await inspected.send(
                    "GET", "/__teapot/?token=\(token)", isKnown: false, ["Sec-Fetch-Dest: document"])
                #expect(first.status == 200)
                #expect(first.text.contains(#"<meta name="token" content="\#(token)">"#))
                #expect(
                    first.headers["Set-Cookie"]
                        == "teapot-\(inspected.port)=\(token); Path=/__teapot; HttpOnly; SameSite=Strict")
                #expect(first.headers["Cross-Origin-Opener-Policy"] == "same-origin")
                let cookie = ["Cookie: a=b; teapot-\(inspected.port)=\(token)"]
                let later = try await inspected.send("GET", "/__teapot/", isKnown: false, cookie)
                #expect(later.status == 200)
                #expect(later.text.contains(token))
                #expect(later.headers["Set-Cookie"] == nil)
                for destination in ["empty", "iframe", "frame", "object", "embed", "script", "serviceworker"] {
                    let fields = cookie + ["Sec-Fetch-Dest: \(destination)"]
                    let message = try await inspected.send("GET", "/__teapot/", isKnown: false, fields)
                    #expect(message.status == 403)
                    #expect(!message.text.contains(token))
                }
                // The other files contain no secrets.
                for file in ["main.js", "store.js", "icon.svg", "style.css"] {
                    let message = try await inspected.send("GET", "/__teapot/\(file)", isKnown: false)
                    #expect(message.status == 200)
                    #expect(!message.text.contains(token))
                }
            }
        }

        @Test func `a service worker, which would see the token, is refused`() async throws {
            try await InspectedServer.run { inspected async throws in
                inspected.router.get("/app/sw.js", with: .text("", contentType: "text/javascript"))
                for name in ["Service-Worker", "service-worker"] {
                    let message = try await inspected.send("GET", "/app/sw.js", ["\(name): script"])
                    #expect(message.status == 403)
                    #expect(message.error?.hasPrefix("A service worker could read the inspector's token") == true)
                }
                #expect(try await inspected.send("GET", "/app/sw.js").status == 200)
            }
            let server = Server(router: Router())
            server.router.get("/sw.js", with: .text("", contentType: "text/javascript"))
            let plain = InspectedServer(server: server, port: try server.start(), switchboard: Switchboard())
            #expect(try await plain.send("GET", "/sw.js", ["Service-Worker: script"]).status == 200)
            try await server.stop(within: 0)
        }

        @Test func `a mock's page can't share the windows of the inspector's page`() async throws {
            try await InspectedServer.run { inspected async throws in
                let name = "Cross-Origin-Opener-Policy"
                inspected.router.get("/page", with: .text("", headers: [name: "same-origin", "X-A": "1"]))
                let message = try await inspected.send("GET", "/page")
                #expect(message.headers[name] == nil)
                #expect(message.headers["X-A"] == "1")
                // The mock's response is kept, and may be saved as a mock.
                let kept = try await inspected.members("journal/1").object("response").list("headers")
                #expect(kept.contains { $0["name"] as? String == name })
            }
        }

        @Test func `another host can be allowed, as for a tunnel`() async throws {
            let router = Router()
            let server = Server(inspecting: router, allowedHosts: ["tea.local", "localhost:9000"])
            let port = try server.start()
            let inspected = InspectedServer(server: server, port: port, switchboard: Switchboard())
            for (host, origin, status) in [
                ("tea.local", "http://tea.local", 200), ("TEA.local:9", "https://tea.local:9", 200),
                ("localhost:9000", "http://localhost:9000", 200), ("localhost:9001", "http://localhost:9001", 403),
                ("tea.local", "http://evil.test", 403), ("tea.local:1", "http://tea.local:2", 403),
                ("a.tea.local", "http://a.tea.local", 403),
            ] {
                let message = try await inspected.send("GET", "/__teapot/api/state", host: host, ["Origin: \(origin)"])
                #expect(message.status == status, "\(host) \(origin)")
            }
            try await server.stop(within: 0)
        }

        @Test(arguments: ["application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "text/plain", nil])
        func `a POST that needs no preflight changes nothing`(_ type: String?) async throws {
            try await InspectedServer.run { inspected in
                let answer = try await inspected.holding { id in
                    let message = try await inspected.send(
                        "POST", "/__teapot/api/held/\(id)", type.map { ["Content-Type: \($0)"] } ?? [],
                        body: #"{"decision": "cancel"}"#)
                    #expect(message.status == 415)
                    #expect(message.error == "Send JSON, with the header “Content-Type: application/json”.")
                    #expect(inspected.switchboard.held.count == 1)
                    try await inspected.change(
                        "POST", "held/\(id)", #"{"decision": "mock", "mock": "products/success_emptyList.json"}"#)
                }
                #expect(answer.text == #"{"products": []}"#)
            }
        }

        @Test func `a preflight request is refused`() async throws {
            try await InspectedServer.run { inspected in
                let message = try await inspected.send(
                    "OPTIONS", "/__teapot/api/state",
                    ["Origin: http://evil.example", "Access-Control-Request-Method: PATCH"])
                #expect(message.status == 403)
                #expect(message.headers["Access-Control-Allow-Methods"] == nil)
            }
        }

        @Test(arguments: [
            "../../etc/passwd", "..%2F..%2Fetc%2Fpasswd", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "%2Fetc%2Fpasswd",
            "products/..%2F..%2FScenarios%2FPayment.json", "..%5C..%5Cetc%5Cpasswd", "products%00", ".ls.global.json",
        ])
        func `a mock's path leads to no other file`(_ path: String) async throws {
            try await InspectedServer.run { inspected in
                let message = try await inspected.api("GET", "mocks/\(path)")
                #expect(message.status == 404)
                #expect(message.error?.hasPrefix("There is no mock “") == true)
                let setting = #"{"path": "/products", "setting": {"kind": "mock", "mock": "\#(path)"}}"#
                #expect(try await inspected.api("PUT", "settings", body: setting).status == 400)
                let page = try await inspected.send("GET", "/__teapot/\(path)")
                #expect(page.status == 404)
            }
        }

        @Test func `a body that is too long is refused`() async throws {
            try await InspectedServer.run { inspected async throws in
                let text = #"{"isOn": false, "x": ""# + String(repeating: "x", count: 10 << 20) + #""}"#
                let message = try await inspected.api("PATCH", "state", body: text)
                #expect(message.status == 413)
                #expect(message.error == "The body has more than 10485760 bytes.")
                #expect(inspected.switchboard.isOn)
            }
        }

        @Test func `markup in a path is returned only as JSON`() async throws {
            try await InspectedServer.run { inspected async throws in
                inspected.switchboard.undecided = .unanswered
                try await inspected.send("GET", "/a?%3Cscript%3E=<script>alert(1)</script>", ["X-A: <img src=x>"])
                for path in ["journal", "journal/1"] {
                    let message = try await inspected.api("GET", path)
                    #expect(message.headers["Content-Type"] == "application/json")
                    #expect(message.headers["X-Content-Type-Options"] == "nosniff")
                    #expect(message.text.contains("<script>alert(1)"))
                }
                let missing = try await inspected.send("GET", "/__teapot/<script>alert(1)</script>")
                #expect(missing.headers["Content-Type"] == "application/json")
                #expect(!missing.text.contains("<script>"))
            }
        }

        @Test(
            .enabled(
                if: Clients.curl != nil && OtherAddress.first != nil, "curl, or an address beside loopback, is missing")
        )
        func `a request from another machine is refused`() async throws {
            let (curl, address) = (try #require(Clients.curl), try #require(OtherAddress.first))
            let server = Server(inspecting: Router())
            let port = try server.start(on: .all)
            // As from another machine, even with a correct host name.
            let arguments = ["--header", "Host: 127.0.0.1:\(port)", "http://\(address):\(port)/__teapot/api/state"]
            let (output, status) = try await Program.run(curl, Clients.curlArguments + arguments)
            try await server.stop(within: 0)
            #expect(status == 0)
            let text = String(decoding: output, as: UTF8.self)
            let reason = "The inspector answers only requests from this machine, and those for an allowed host."
            #expect(text == #"{"error":"\#(reason)"}"#)
        }
    }
}

/// An address of this machine other than loopback; clients that connect to it come from the same address.
private enum OtherAddress {
    static let first: String? = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        let all = sequence(first: list) { $0?.pointee.ifa_next }.prefix { $0 != nil }.compactMap { $0?.pointee }
        return all.lazy.compactMap { entry -> String? in
            guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else { return nil }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                let number = UInt32(bigEndian: address.pointee.sin_addr.s_addr)
                guard number >> 24 != 127 else { return nil }
                return [24, 16, 8, 0].map { "\(number >> $0 & 0xFF)" }.joined(separator: ".")
            }
        }.first
    }()
}
