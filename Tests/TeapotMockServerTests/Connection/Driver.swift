import Foundation
import Teapot
import TeapotMock

@testable import TeapotMockServer

/// A connection without a socket, whose output is kept until it's taken.
struct Driver {
    var state = ConnectionState()
    private let wire = Wire()

    /// The pending output.
    ///
    /// It's in a class because it can't be copied, and `#expect` copies its operands.
    private final class Wire {
        var output = Output()
    }

    /// Passes bytes to the connection.
    ///
    /// - Returns: The next step, in words.
    mutating func receive(_ text: String) -> String {
        Array(text.utf8).withUnsafeBytes { state.received($0) }
        return next()
    }

    /// Returns the next step, in words.
    mutating func next() -> String {
        switch state.next(date: Array("now".utf8), into: &wire.output) {
        case .wait: "wait"
        case .handle(let incoming): "handle \(incoming.request.path)"
        case .end(.linger): "linger"
        case .end(.close): "close"
        case .end(.reset): "reset"
        }
    }

    @discardableResult
    mutating func answer(_ response: Response = Response()) -> Bool {
        if case .pieces = state.answer(with: response, date: Array("now".utf8), into: &wire.output) {
            true
        } else {
            false
        }
    }

    mutating func reject(_ rejection: Rejection) {
        _ = state.reject(rejection, date: Array("now".utf8), into: &wire.output)
    }

    mutating func send(_ text: String) { state.send(Data(text.utf8), into: &wire.output) }

    mutating func endBody() { state.endBody(into: &wire.output) }

    /// Returns the output since the last call.
    mutating func take() -> String {
        defer { wire.output.removeAll() }
        return wire.output.text
    }
}
