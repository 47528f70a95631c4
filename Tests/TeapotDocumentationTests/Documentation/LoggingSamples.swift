import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Logging` {
    private let teapot = MockTeapot(fixture: .json(["id": 1]))

    @Test func `a level is chosen`() {
        let lines = Locked<[String]>([])
        let teapot = teapot
        teapot.logger.level = .incomingAndOutgoingData
        teapot.logger.bodyLimit = 4096
        teapot.logger.sink = { _, message in lines.withLock { $0.append(message) } }
        teapot.get("users", headerFields: ["Authorization": "Bearer 0123456789abcdef"]) { _ in }
        #expect(lines.withLock { $0.first }?.contains("\nAuthorization: Bearer …ef") == true)
        #expect(lines.withLock { $0.last }?.hasSuffix("{\"id\":1}") == true)
    }

    @Test func `messages go to a logging system`() {
        let (osLogger, log) = (OSLogger(), SwiftLog())
        // swift-format-ignore
        teapot.logger.sink = { level, message in osLogger.log("\(message)") }  // os.Logger
        // swift-format-ignore
        teapot.logger.sink = { level, message in  // swift-log
            log.log(level: level == .error ? .error : .debug, "\(message)")
        }
        teapot.logger.level = .error
        teapot.get("..") { _ in }
        #expect(log.messages.withLock { $0.count } == 1)
    }

    @Test func `a request is described with curl`() throws {
        let request = try teapot.makeRequest(.post, "users", parameters: ["name": "Ada"])
        print(request.curl(teapot.options))
        #expect(request.curl().hasPrefix("curl -X 'POST'"))
    }
}

/// A type with the interface of `os.Logger`, which Linux lacks.
private struct OSLogger: Sendable {
    func log(_ message: String) {}
}

/// A type with the interface of swift-log's `Logger`, because the package has no dependencies.
private struct SwiftLog: Sendable {
    enum Level { case debug, error }
    let messages = Locked<[String]>([])
    func log(level: Level, _ message: String) { messages.withLock { $0.append(message) } }
}
