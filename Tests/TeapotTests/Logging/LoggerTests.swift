import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A logger` {
    private let messages = Recorder<String>()

    private func logger(_ level: Teapot.Logger.Level) -> Teapot.Logger {
        let logger = Teapot.Logger(level: level)
        logger.sink = { level, message in messages("\(level): \(message)") }
        return logger
    }

    @Test func `it is off by default, and levels ascend`() {
        #expect(Teapot.Logger().level == .none)
        #expect(Teapot.Logger.Level.allCases == [.none, .error, .incomingData, .incomingAndOutgoingData])
        #expect(Teapot.Logger.Level.allCases.sorted() == Teapot.Logger.Level.allCases)
    }

    @Test(arguments: Teapot.Logger.Level.allCases)
    func `a level logs itself and those below it, and other messages aren't created`(level: Teapot.Logger.Level) {
        let logger = logger(level)
        var evaluated: [Teapot.Logger.Level] = []
        for other in Teapot.Logger.Level.allCases {
            logger.log(other) {
                evaluated.append(other)
                return "x"
            }
        }
        let expected = Teapot.Logger.Level.allCases.filter { $0 != .none && $0 <= level }
        #expect(evaluated == expected)
        #expect(messages.values == expected.map { "\($0): x" })
    }

    @Test func `the level, limit and sink can be changed at any time, even by the sink`() {
        let logger = logger(.error)
        logger.log(.incomingData) { "no" }
        logger.level = .incomingData
        logger.log(.incomingData) { "yes" }
        logger.sink = { [messages] _, message in
            messages("new: \(message)")
            logger.level = .none
            logger.bodyLimit = -7
        }
        logger.log(.error) { "once" }
        logger.log(.error) { "never" }
        #expect(messages.values == ["incomingData: yes", "new: once"])
        #expect(logger.bodyLimit == 0)
    }

    @Test func `logging a message may log another one`() {
        let logger = logger(.error)
        logger.log(.error) {
            logger.log(.error) { "inner" }
            return "outer"
        }
        #expect(messages.values == ["error: inner", "error: outer"])
    }
}
