import Teapot
import TeapotMock

@testable import TeapotMockServer

/// A connection without a socket: what it says is kept until it is taken.
struct Driver {
    var state = ConnectionState()
    private let wire = Wire()

    /// What is to be written, which can't be copied, while `#expect` copies what it looks at.
    private final class Wire {
        var output = Output()
    }

    /// Bytes come in.
    ///
    /// - Returns: What is to be done next, in words.
    mutating func receive(_ text: String) -> String {
        Array(text.utf8).withUnsafeBytes { state.received($0) }
        return next()
    }

    /// What is to be done next, in words.
    mutating func next() -> String {
        switch state.next(date: Array("now".utf8), into: &wire.output) {
        case .wait: "wait"
        case .handle(let incoming): "handle \(incoming.request.path)"
        case .linger: "linger"
        case .close: "close"
        case .reset: "reset"
        }
    }

    @discardableResult
    mutating func answer(_ response: Response = Response()) -> Bool {
        state.answer(with: response, date: Array("now".utf8), into: &wire.output)
    }

    mutating func send(_ text: String) { state.send(Data(text.utf8), into: &wire.output) }

    mutating func endBody() { state.endBody(into: &wire.output) }

    /// What was said since it was last taken.
    mutating func take() -> String {
        defer { wire.output.removeAll() }
        return wire.output.text
    }
}
