import Foundation
@testable import Teapot
import TeapotTestSupport
import Testing

/// Tests that `.ci/apple-transport` runs: a client with Apple's transport.
@Suite(.timeLimit(.minutes(3))) struct `The Apple transport` {
    private func get(_ server: HostileServer, _ path: String = "a") async throws -> Teapot.Response {
        try await Teapot(baseURL: server.url).get(path)
    }

    @Test func `a response arrives with its headers and body`() async throws {
        let server = try HostileServer.responding(HostileServer.response(201, ["X-Tea: oolong"], body: "leaves"))
        let response = try await get(server)
        #expect(response.statusCode == 201)
        #expect(response.headers["X-Tea"] == "oolong")
        #expect(response.body == Data("leaves".utf8))
    }

    @Test func `events arrive in order, on the transport's queue`() async throws {
        let server = try HostileServer.responding(HostileServer.response(body: "leaves"))
        let transport = SessionTransport(.teapot, SessionTrust())
        let key = DispatchSpecificKey<Bool>()
        transport.events.setSpecific(key: key, value: true)
        let events = Locked<[String]>([])
        await withCheckedContinuation { continuation in
            let request = Teapot.Request(method: .get, url: server.url)
            _ = transport.send(request) { event in
                let isOnQueue = DispatchQueue.getSpecific(key: key) == true
                switch event {
                case .began: events.withLock { $0.append("began") }
                case .sent: break
                case .response(let head): events.withLock { $0.append("\(head.statusCode) \(isOnQueue)") }
                case .data(let data): events.withLock { $0.append("\(data.count) \(isOnQueue)") }
                case .finished(let error):
                    events.withLock { $0.append("\(error == nil) \(isOnQueue)") }
                    continuation.resume()
                }
            }
        }
        #expect(events.withLock { $0 } == ["began", "200 true", "6 true", "true true"])
    }

    @Test func `a body is sent`() async throws {
        let server = try HostileServer { connection in
            let request = try connection.readRequest()
            try connection.send(HostileServer.response(body: String(decoding: request.body, as: UTF8.self)))
        }
        let response = try await Teapot(baseURL: server.url).post("a", parameters: Data("water".utf8))
        #expect(response.body == Data("water".utf8))
    }

    @Test func `it doesn't limit how many requests are in progress`() async throws {
        #expect(SessionTransport.connectionLimit(.teapot) == .max)
        let server = try HostileServer.responding(HostileServer.response(body: "leaves"))
        let teapot = Teapot(baseURL: server.url)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 { group.addTask { try await teapot.get("\(number)").body.count } }
            for try await count in group { #expect(count == 6) }
        }
    }

    @Test func `a large body arrives whole in a file`() async throws {
        let body = String(repeating: "0123456789abcdef", count: 1 << 19)
        let server = try HostileServer.responding(HostileServer.response(body: body))
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("body")
        try await Teapot(baseURL: server.url).download("a", to: file)
        #expect(try Data(contentsOf: file) == Data(body.utf8))
    }

    @Test func `a server that hangs up is an error`() async throws {
        let server = try HostileServer { connection in _ = try connection.readRequest() }
        await #expect(throws: TeapotError.self) { try await get(server) }
    }

    @Test func `no URL is refused, because the system can ask about certificates`() {
        let transport = SessionTransport(
            .teapot, SessionTrust(own: Teapot.Trust { _ in (.performDefaultHandling, nil) }))
        #expect(transport.refusal(of: URL(fileURLWithPath: "/")) == nil)
        #expect(URL(string: "https://h.test").map { transport.refusal(of: $0) == nil } == true)
        #expect(URL(string: "http://[::1]").map { transport.refusal(of: $0) == nil } == true)
    }

    @Test(arguments: [URLError.Code.cannotParseResponse, .badServerResponse, .timedOut, .networkConnectionLost])
    func `a response that isn't HTTP has its own error code`(code: URLError.Code) throws {
        let url = try #require(URL(string: "http://h.test"))
        #expect(URLError(code).meansNoHTTP(over: url) == [.cannotParseResponse, .badServerResponse].contains(code))
    }
}

/// Challenges that Apple's systems send and FoundationNetworking doesn't, so the test sends them.
@Suite(.timeLimit(.minutes(3))) struct `The Apple transport's challenges` {
    @Test func `a hook answers challenges about a connection`() async {
        let transport = SessionTransport(
            .teapot, SessionTrust(own: Teapot.Trust { challenge in (.useCredential, .test) }))
        for method in [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate] {
            let (disposition, credential) = await answer(of: transport, to: method)
            #expect(disposition == .useCredential)
            #expect(credential === URLCredential.test)
        }
    }

    @Test func `a hook isn't asked for a password`() async {
        let transport = SessionTransport(.teapot, SessionTrust(own: Teapot.Trust { _ in (.useCredential, .test) }))
        #expect(await answer(of: transport, to: NSURLAuthenticationMethodHTTPBasic).0 == .performDefaultHandling)
    }

    @Test func `without a hook or a session the system decides`() async {
        let transport = SessionTransport(.teapot, SessionTrust())
        #expect(await answer(of: transport, to: NSURLAuthenticationMethodServerTrust).0 == .performDefaultHandling)
    }

    @Test func `the delegate of the caller's session is asked, beginning with its session method`() async {
        for (delegate, asked) in [(SessionDelegate(), "session"), (TaskDelegate(), "task")] as [(Delegate, String)] {
            let session = URLSession(configuration: .teapot, delegate: delegate, delegateQueue: nil)
            let transport = SessionTransport(.teapot, SessionTrust(session: session))
            let answer = await answer(of: transport, to: NSURLAuthenticationMethodServerTrust)
            #expect(answer.0 == .useCredential)
            #expect(delegate.asked.withLock { $0 } == [asked])
            session.invalidateAndCancel()
        }
    }

    @Test func `the system decides for a delegate that has neither method`() async {
        let delegate = Delegate()
        let session = URLSession(configuration: .teapot, delegate: delegate, delegateQueue: nil)
        let transport = SessionTransport(.teapot, SessionTrust(session: session))
        #expect(await answer(of: transport, to: NSURLAuthenticationMethodServerTrust).0 == .performDefaultHandling)
        #expect(delegate.asked.withLock { $0 } == [])
        session.invalidateAndCancel()
    }

    @Test func `a refused connection ends its request with an error that says so`() async throws {
        let gate = Gate()
        let server = try HostileServer { connection in
            _ = try connection.readRequest()
            gate.block()
            try connection.send(HostileServer.response())
        }
        let transport = SessionTransport(
            .teapot, SessionTrust(own: Teapot.Trust { _ in (.cancelAuthenticationChallenge, nil) }))
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
            _ = transport.send(Teapot.Request(method: .get, url: server.url)) { event in
                if case .finished(let error) = event { continuation.resume(returning: error) }
            }
            Task {
                // The first task of its session, like the request's own, so it's mistaken for that one.
                #expect(
                    await answer(of: transport, to: NSURLAuthenticationMethodServerTrust).0
                        == .cancelAuthenticationChallenge)
                gate.open()
            }
        }
        #expect((error as? URLError)?.code == .userCancelledAuthentication)
    }

    /// The transport's answer to its own session.
    private func answer(
        of transport: SessionTransport, to method: String
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = URLProtectionSpace(
            host: "h.test", port: 443, protocol: "https", realm: nil, authenticationMethod: method)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: Sender())
        let session = URLSession(configuration: .teapot)
        let task = session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
        defer { task.resume() }
        return await withCheckedContinuation { continuation in
            transport.urlSession(session, task: task, didReceive: challenge) {
                continuation.resume(returning: ($0, $1))
            }
        }
    }
}

extension URLCredential {
    fileprivate static let test = URLCredential(user: "joan", password: "secret", persistence: .none)
}

/// A delegate that records which of its methods was called.
///
/// The protocols of its subclasses say which ones it has.
private class Delegate: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    let asked = Locked<[String]>([])

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        asked.withLock { $0.append("session") }
        completionHandler(.useCredential, .test)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        asked.withLock { $0.append("task") }
        completionHandler(.useCredential, .test)
    }
}

private final class SessionDelegate: Delegate, AnswersForSession, AnswersForTask, @unchecked Sendable {}
private final class TaskDelegate: Delegate, AnswersForTask, @unchecked Sendable {}

private final class Sender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
