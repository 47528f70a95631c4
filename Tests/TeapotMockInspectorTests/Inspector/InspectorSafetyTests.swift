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
        func `another host is refused, as when a name is made to lead here`(_ host: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let host = host.replacingOccurrences(of: "PORT", with: "\(inspected.port)")
                for path in ["/__teapot/", "/__teapot/main.js", "/__teapot/api/state"] {
                    let message = try await inspected.send("GET", path, host: host)
                    #expect(message.status == 403)
                    #expect(
                        message.error
                            == "The inspector is not at “\(host)”: ask for http://127.0.0.1:\(inspected.port)/__teapot/."
                    )
                }
            }
        }

        @Test(arguments: ["127.0.0.1:PORT", "localhost:PORT", "LocalHost:PORT", "[::1]:PORT"])
        func `this machine's own names are known`(_ host: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let host = host.replacingOccurrences(of: "PORT", with: "\(inspected.port)")
                #expect(try await inspected.send("GET", "/__teapot/api/state", host: host).status == 200)
            }
        }

        @Test(arguments: [
            "http://evil.example", "https://127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:1", "null",
            "http://127.0.0.1:PORT.evil.example", "file://",
        ])
        func `another origin is refused`(_ origin: String) async throws {
            try await InspectedServer.run { inspected async throws in
                let origin = origin.replacingOccurrences(of: "PORT", with: "\(inspected.port)")
                let reading = try await inspected.send("GET", "/__teapot/api/state", ["Origin: \(origin)"])
                #expect(reading.status == 403)
                #expect(reading.error == "The inspector does not answer pages of other sites, such as “\(origin)”.")
                #expect(reading.headerFields["Access-Control-Allow-Origin"] == nil)
                let fields = ["Origin: \(origin)", "Content-Type: application/json"]
                let writing = try await inspected.send(
                    "PATCH", "/__teapot/api/state", fields, body: #"{"isOn": false}"#)
                #expect(writing.status == 403)
                #expect(inspected.switchboard.isOn)
            }
        }

        @Test func `another site is refused, by whatever the browser says of it`() async throws {
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

        @Test(arguments: ["application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "text/plain", nil])
        func `a post that needs nobody's leave changes nothing`(_ type: String?) async throws {
            try await InspectedServer.run { inspected in
                let answer = try await inspected.holding { id in
                    let message = try await inspected.send(
                        "POST", "/__teapot/api/held/\(id)", type.map { ["Content-Type: \($0)"] } ?? [],
                        body: #"{"decision": "cancel"}"#)
                    #expect(message.status == 415)
                    #expect(message.error == "Send JSON, with the header field “Content-Type: application/json”.")
                    #expect(inspected.switchboard.held.count == 1)
                    try await inspected.change(
                        "POST", "held/\(id)", #"{"decision": "mock", "mock": "products/success_emptyList.json"}"#)
                }
                #expect(answer.text == #"{"products": []}"#)
            }
        }

        @Test func `what asks for leave gets none`() async throws {
            try await InspectedServer.run { inspected in
                let message = try await inspected.send(
                    "OPTIONS", "/__teapot/api/state",
                    ["Origin: http://evil.example", "Access-Control-Request-Method: PATCH"])
                #expect(message.status == 403)
                #expect(message.headerFields["Access-Control-Allow-Methods"] == nil)
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

        @Test func `markup in a path comes back as JSON alone`() async throws {
            try await InspectedServer.run { inspected async throws in
                inspected.switchboard.undecided = .unanswered
                try await inspected.send("GET", "/a?%3Cscript%3E=<script>alert(1)</script>", ["X-A: <img src=x>"])
                for path in ["journal", "journal/1"] {
                    let message = try await inspected.api("GET", path)
                    #expect(message.headerFields["Content-Type"] == "application/json")
                    #expect(message.headerFields["X-Content-Type-Options"] == "nosniff")
                    #expect(message.text.contains("<script>alert(1)"))
                }
                let missing = try await inspected.send("GET", "/__teapot/<script>alert(1)</script>")
                #expect(missing.headerFields["Content-Type"] == "application/json")
                #expect(!missing.text.contains("<script>"))
            }
        }

        @Test(
            .enabled(
                if: Clients.curl != nil && OtherAddress.first != nil, "curl, or an address beside loopback, is missing")
        )
        func `another machine is refused`() async throws {
            let (curl, address) = (try #require(Clients.curl), try #require(OtherAddress.first))
            let server = Server(inspecting: Router())
            let port = try server.start(on: .all)
            // As from another machine, even with a correct host name.
            let arguments = ["--header", "Host: 127.0.0.1:\(port)", "http://\(address):\(port)/__teapot/api/state"]
            let (output, status) = try await Program.run(curl, Clients.curlArguments + arguments)
            try await server.stop(within: 0)
            #expect(status == 0)
            let text = String(decoding: output, as: UTF8.self)
            #expect(text == #"{"error":"The inspector answers only requests from this machine."}"#)
        }
    }
}

/// An address of this machine other than loopback; clients that connect to it have it as their own address.
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
