import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of redirects, on which Foundation on Linux sends credentials to other origins.
@Suite(.inTurn) struct `Redirects over a socket` {
    @Test func `credentials are removed when the origin changes`() async throws {
        let other = try HostileServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let first = try HostileServer.responding(
            "HTTP/1.1 302 Found\r\nLocation: \(other.url)/there\r\nContent-Length: 0\r\n\r\n"
        )
        defer { stop(first, other) }
        var options = Teapot.Options()
        options.secrets = ["X-Api-Key"]
        options.forwardedHeaders = ["X-Named"]
        let teapot = Teapot(baseURL: first.url, options: options)
        let secrets = [
            "Authorization": "Bearer t", "Cookie": "a=b", "Proxy-Authorization": "Basic x", "X-Api-Key": "k",
            "X-Plain": "p", "X-Named": "n",
        ]

        _ = try await teapot.get("here", headerFields: secrets)

        let sent = try #require(first.requests.first)
        for name in secrets.keys { #expect(sent.headers[name] == secrets[name]) }
        let followed = try #require(other.requests.first)
        #expect(followed.target == "/there")
        for name in secrets.keys where name != "X-Named" { #expect(followed.headers[name] == nil) }
        #expect(followed.headers["X-Named"] == "n")
    }

    @Test func `credentials in the configuration are removed, too`() async throws {
        let other = try HostileServer.responding("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let first = try HostileServer.responding(
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(other.url)/\r\nContent-Length: 0\r\n\r\n"
        )
        defer { stop(first, other) }
        let configuration = URLSessionConfiguration.teapot
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer t"]

        _ = try await Teapot(baseURL: first.url, configuration: configuration).get("/")

        #expect(first.requests.first?.headers["Authorization"] == "Bearer t")
        #expect(other.requests.first.map { $0.headers["Authorization"] == nil } == true)
    }

    @Test(arguments: [
        ("rel/x", "/a/rel/x"), ("/abs%2Fx?q=a%20b", "/abs%2Fx?q=a%20b"), ("../up", "/up"),
        ("?only=query", "/a/b?only=query"),
        ("with space", "/a/with%20space"),
    ])
    func `a relative location is resolved by RFC 3986`(location: String, target: String) async throws {
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                if request.target == "/a/b" {
                    try connection.send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
                } else {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                }
            }
        }
        defer { stop(server) }
        _ = try? await Teapot(baseURL: server.url, options: .followingOneRedirect).get("a/b")
        #expect(server.requests.map(\.target).last == target)
    }

    @Test(arguments: ["file:///etc/passwd", "mailto:a@b", "data:text/plain,x", "ftp://h/x"])
    func `a location that isn't an HTTP URL is refused`(location: String) async throws {
        let server = try HostileServer.responding(
            "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 4\r\n\r\nbody"
        )
        defer { stop(server) }
        let error = await #expect(throws: TeapotError.self) { _ = try await Teapot(baseURL: server.url).get("x") }
        #expect(error?.type == .invalidRedirect)
        #expect(error?.responseStatus == 302)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [301, 302, 303, 305, 306, 307, 308])
    func `a redirect without a location is an ordinary response`(status: Int) async throws {
        let server = try HostileServer.responding(
            "HTTP/1.1 \(status) Moved\r\nX-Why: none\r\nContent-Length: 4\r\n\r\nbody")
        defer { stop(server) }
        let error = await #expect(throws: TeapotError.self) { _ = try await Teapot(baseURL: server.url).get("x") }
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.responseStatus == status)
        #expect(error?.response?.headers["X-Why"] == "none")
        #expect(server.requests.count == 1)
    }

    @Test func `an empty location is the same URL`() async throws {
        let server = try HostileServer.responding("HTTP/1.1 302 Found\r\nLocation:\r\nContent-Length: 0\r\n\r\n")
        defer { stop(server) }
        let teapot = Teapot(baseURL: server.url, options: .followingOneRedirect)
        let error = await #expect(throws: TeapotError.self) { _ = try await teapot.get("x?y") }
        #expect(error?.type == .invalidRedirect)
        #expect(server.requests.map(\.target) == ["/x?y", "/x?y"])
    }

    @Test func `an uppercase scheme is followed, and accepted in a base URL`() async throws {
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                let location = "Location: HTTP://\(request.headers["Host"] ?? "")/second"
                let isFirst = request.target == "/first"
                try connection.send(HostileServer.response(isFirst ? 302 : 200, isFirst ? [location] : []))
            }
        }
        defer { stop(server) }
        let base = URL.make("HTTP://127.0.0.1:\(server.port)")
        #expect(try await Teapot(baseURL: base).get("first").statusCode == 200)
        #expect(server.requests.map(\.target) == ["/first", "/second"])
    }

    @Test func `a loop ends after the limit`() async throws {
        let server = try HostileServer.responding("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")
        defer { stop(server) }
        var options = Teapot.Options()
        options.redirects.maximum = 3
        let error = await #expect(throws: TeapotError.self) {
            _ = try await Teapot(baseURL: server.url, options: options).get("x")
        }
        #expect(error?.type == .invalidRedirect)
        #expect(server.requests.count == 4)
    }

    @Test(arguments: [301, 302, 303, 307, 308], ["POST", "PUT"])
    func `a body is sent again if the method stays`(status: Int, method: String) async throws {
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                try connection.send(
                    request.target == "/first"
                        ? "HTTP/1.1 \(status) Moved\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                )
            }
        }
        defer { stop(server) }
        _ = try await Teapot(baseURL: server.url).request(Teapot.Method(method), "first", parameters: ["a": 1])

        let second = try #require(server.requests.last)
        let stays = status > 303 || (method == "PUT" && status != 303)
        #expect(second.target == "/second")
        #expect(second.method == (stays ? method : "GET"))
        #expect(String(decoding: second.body, as: UTF8.self) == (stays ? #"{"a":1}"# : ""))
        #expect((second.headers["Content-Type"] == "application/json") == stays)
    }

    @Test func `a file is sent again for a 307`() async throws {
        let server = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                try connection.send(
                    request.target == "/first"
                        ? "HTTP/1.1 307 Moved\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                )
            }
        }
        defer { stop(server) }
        let file = try TemporaryFile(Data(repeating: 7, count: 100_000))
        _ = try await Teapot(baseURL: server.url).post("first", parameters: .file(file.url))
        #expect(server.requests.map(\.body.count) == [100_000, 100_000])
    }
}

extension Teapot.Options {
    fileprivate static var followingOneRedirect: Self {
        var options = Self()
        options.redirects.maximum = 1
        return options
    }
}
