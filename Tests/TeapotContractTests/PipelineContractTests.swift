import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of the steps between a call and its result, on both clients.
@Suite(.inTurn) struct `The mock client takes the same steps as the real one` {
    @Test(arguments: [301, 302, 303, 307, 308])
    func `redirects are followed in the same way`(status: Int) async throws {
        let pair = try Pair([
            "/from": Response(status: .init(rawValue: status), headers: ["Location": "/to?x=1"]),
            "/to": .json(["arrived": true]),
        ])
        let (real, mocked) = await both(pair) { client in
            await observed(client) {
                try await $0.post("from", parameters: ["a": 1], headerFields: ["Authorization": "t"])
            }
        }
        #expect(real == mocked)
        #expect(real.status == 200)
        let (server, mock) = pair.takeRequests()
        #expect(server == mock)
        #expect(server.map(\.method) == ["POST", status < 304 ? "GET" : "POST"])
        await pair.stop()
    }

    @Test func `a redirect that leads nowhere fails in the same way`() async throws {
        let pair = try Pair(["/loop": Response(status: .found, headers: ["Location": "/loop"])])
        let (real, mocked) = await both(pair) { client in await observed(client) { try await $0.get("loop") } }
        #expect(real == mocked)
        #expect(real.errorType == .invalidRedirect)
        let (server, mock) = pair.takeRequests()
        #expect(server.count == 21 && mock.count == 21)
        await pair.stop()
    }

    @Test func `adapters and the retry hook run in the same way`() async throws {
        let attempts = Locked<[String]>([])
        var options = Teapot.Options()
        options.headers = ["X-Client": "tests"]
        options.adapters = [
            Teapot.Adapter { $0.headers["X-First"] = "1" },
            Teapot.Adapter(awaiting: { request in
                await Task.yield()
                request.headers["X-Second"] = request.headers["X-First"].map { $0 + "2" }
            }),
        ]
        options.retriers.append(
            Teapot.Retrier { failure in
                attempts.withLock { $0.append("\(failure.number) \(failure.error.type) \(failure.request.method)") }
                return failure.number < 3 ? .retry(after: 0) : .giveUp
            })
        let pair = try Pair(["/busy": Response(status: .serviceUnavailable)], options: options)
        let real = await observed(pair.teapot) { try await $0.get("busy") }
        let seen = attempts.withLock { $0 }
        let mocked = await observed(pair.mock) { try await $0.get("busy") }
        #expect(real == mocked)
        #expect(seen == (1...3).map { "\($0) invalidResponseStatus GET" })
        #expect(attempts.withLock { $0 } == seen + seen)
        let (server, mock) = pair.takeRequests()
        #expect(server == mock)
        #expect(server.count == 3)
        #expect(server.allSatisfy { $0.headers["X-Second"] == "12" && $0.headers["X-Client"] == "tests" })
        await pair.stop()
    }

    @Test func `the base URL itself and whole URLs are requested in the same way`() async throws {
        let pair = try Pair(["/": .json(["root": true]), "/a%2Fb": .json(["page": 2])])
        let calls: [@Sendable (any TeapotClient) async -> Observation] = [
            { await observed($0) { try await $0.get("") } },
            { await observed($0) { try await $0.get("?q=1") } },
            { await observed($0) { try await $0.get("/") } },
            {
                await observed($0) { client in
                    let link = client.baseURL.absoluteString + "/a%2Fb?x=%2F&y=a+b"
                    let url = try #require(URL(string: link))
                    return try await client.send(client.makeRequest(.get, url: url))
                }
            },
            {
                await observed($0) { client in
                    var request = try client.makeRequest(.put, "a%2Fb", parameters: ["a": 1])
                    request.headers["X-A"] = "b"
                    return try await client.send(request)
                }
            },
            {
                await observed($0) { client in
                    try await client.get("", query: .init(["a": ["b": [1, 2]], "c": Optional<Int>.none as Any]))
                }
            },
        ]
        for (index, call) in calls.enumerated() {
            let (real, mocked) = await both(pair, call)
            #expect(real == mocked, "\(index)")
            #expect(real.status == 200, "\(index)")
        }
        let (server, mock) = pair.takeRequests()
        #expect(server == mock)
        #expect(server.count == calls.count)
        await pair.stop()
    }

    @Test func `a redirect hook decides in the same way`() async throws {
        var options = Teapot.Options()
        options.redirects = Teapot.Redirects { next, _ in next.url.path == "/vetoed" ? nil : next }
        let answers: [String: Response] = [
            "/a": Response(status: .found, headers: ["Location": "/b"]), "/b": .json(["b": true]),
            "/c": Response(status: .found, headers: ["Location": "/vetoed"]),
        ]
        let pair = try Pair(answers, options: options)
        for (path, status) in [("a", 200), ("c", 302)] {
            let (real, mocked) = await both(pair) { client in await observed(client) { try await $0.get(path) } }
            #expect(real == mocked && real.status == status)
        }
        let (server, mock) = pair.takeRequests()
        #expect(server == mock && server.map(\.path) == ["/a", "/b", "/c"])
        await pair.stop()
    }

    @Test func `an invalid request fails in the same way, and nothing is sent`() async throws {
        let pair = try Pair([:])
        let calls: [@Sendable (any TeapotClient) async -> Observation] = [
            { await observed($0) { try await $0.get("..") } },
            { await observed($0) { try await $0.get("../up") } },
            { await observed($0) { try await $0.get("http://evil.test/") } },
            { await observed($0) { try await $0.get("x", headerFields: ["A": "b\r\nC: d"]) } },
            { await observed($0) { try await $0.get("x", headerFields: ["Content-Length": "1"]) } },
            { await observed($0) { try await $0.get("x", timeout: 0) } },
            { await observed($0) { try await $0.post("x", parameters: ["a": [1, Double.nan]]) } },
            { await observed($0) { try await $0.get("x", parameters: Data([1])) } },
        ]
        for (index, call) in calls.enumerated() {
            let (real, mocked) = await both(pair, call)
            #expect(real == mocked, "\(index)")
            #expect(!real.isSuccess && real.status == 0, "\(index)")
        }
        let (server, mock) = pair.takeRequests()
        #expect(server.isEmpty && mock.isEmpty)
        await pair.stop()
    }

    @Test func `a delay beyond the timeout fails in the same way`() async throws {
        let pair = try Pair(["/slow": Response(delay: 30)])
        let (real, mocked) = await both(pair) { client in
            await observed(client) { try await $0.get("slow", timeout: 0.3) }
        }
        #expect(real == mocked)
        #expect(real.errorType == .timeout)
        #expect(real.underlying == "URLError -1001")
        await pair.stop()
    }

    @Test func `faults of a connection fail in the same way`() async throws {
        let hostile = try HostileServer { connection in
            let request = try connection.readRequest()
            if request.target == "/reset" { connection.reset() } else { connection.close() }
        }
        let pair = try Pair(["/reset": .error(.networkConnectionLost), "/closed": .error(.badServerResponse)])
        for path in ["reset", "closed"] {
            let real = await observed(Teapot(baseURL: hostile.url)) { try await $0.get(path) }
            let mocked = await observed(pair.mock) { try await $0.get(path) }
            var same = real
            same.path = mocked.path
            // The network's description of the error is in parentheses after the words.
            same.errorText = real.errorText?.components(separatedBy: " (").first
            #expect(same == mocked, "\(path)")
            #expect(real.errorType == .noResponse)
        }
        hostile.stop()
        await pair.stop()
    }

    private func both(
        _ pair: Pair,
        _ call: @Sendable (any TeapotClient) async -> Observation
    ) async -> (Observation, Observation) {
        (await call(pair.teapot), await call(pair.mock))
    }
}

/// Returns the observation of a call that is awaited.
private func observed(
    _ client: any TeapotClient,
    _ call: (any TeapotClient) async throws -> Teapot.Response
) async -> Observation {
    do {
        return Observation(.success(try await call(client)), from: client.baseURL)
    } catch let error as TeapotError {
        return Observation(.failure(error), from: client.baseURL)
    } catch {
        return Observation(.failure(TeapotError(type: .dataTaskError, description: "\(error)")), from: client.baseURL)
    }
}
