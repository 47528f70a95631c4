import Foundation
import Teapot
import TeapotMock

/// A queue of texts for a stream, which are written one after the other beside the program.
///
/// A stream that nobody reads blocks only the writing. What does not fit into the queue is dropped, and counted in a
/// line when the stream is read again.
final class OutputQueue: Sendable {
    /// The maximum size of the texts that wait, in bytes.
    static let capacity = 1 << 20
    /// The size of a text that a pipe takes whole or not at all, in bytes: the least `PIPE_BUF` of our systems.
    private static let atOnce = 512

    private struct State {
        var waiting = Data()
        /// The number of lines that did not fit.
        var dropped = 0
        /// The number of lines that were taken to be written, and are not written yet.
        var taken = 0
        var isWriting = false
        var error: OutputFailed?
    }

    /// The error that ended the writing; it is set when there is one.
    let failure = OneShot<OutputFailed?>()
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "teapot.output")
    private let isJSON: Bool
    private let writing: @Sendable (Data) throws -> Void

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - isJSON: Whether each line is a JSON object.
    ///   - writing: A closure that writes bytes, and may block.
    init(asJSON isJSON: Bool = false, _ writing: @escaping @Sendable (Data) throws -> Void) {
        (self.isJSON, self.writing) = (isJSON, writing)
    }

    /// Returns the line about what is missing in the output.
    static func note(_ count: Int, _ noun: String, asJSON isJSON: Bool) -> String {
        isJSON ? #"{"event":"missing","count":\#(count)}"# : "… \(String(counting: count, noun)) not shown"
    }

    /// Adds a text, or counts it if there is no room.
    ///
    /// - Parameter text: Whole lines.
    /// - Throws: The error that ended the writing.
    func write(_ text: Data) throws {
        let begins = try state.withLock { state in
            if let error = state.error { throw error }
            // A line behind a dropped one is dropped, too, until the count is written.
            if state.dropped > 0 || !state.waiting.isEmpty && state.waiting.count + text.count > Self.capacity {
                state.dropped += Self.lines(in: text)
            } else {
                state.waiting += text
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if begins { queue.async { self.writeAll() } }
    }

    /// Waits until everything is written, or a time has passed.
    ///
    /// - Parameter seconds: The maximum time, in seconds.
    /// - Returns: The number of lines that are not written.
    @discardableResult
    func drain(within seconds: Double) async -> Int {
        let end = OneShot<Void>()
        queue.async { end.finish(()) }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { end.finish(()) }
        await end.value()
        return state.withLock { $0.taken + Self.lines(in: $0.waiting) + $0.dropped }
    }

    private static func lines(in text: Data) -> Int { text.count { $0 == UInt8(ascii: "\n") } }

    private func writeAll() {
        while let text = next() {
            do { try write(inParts: text) } catch {
                let failed = error as? OutputFailed ?? OutputFailed(code: EIO)
                state.withLock { $0 = State(error: failed) }
                failure.finish(failed)
            }
        }
    }

    /// Writes lines together only as far as a pipe takes them whole, so that the end of the program cuts none.
    private func write(inParts text: Data) throws {
        var (begin, end) = (text.startIndex, text.startIndex)
        while end < text.endIndex {
            let next = text[end...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.endIndex
            if next - begin > Self.atOnce, end > begin {
                try write(part: text[begin..<end])
                begin = end
            }
            end = next
        }
        try write(part: text[begin...])
    }

    private func write(part: Data) throws {
        try writing(part)
        let count = Self.lines(in: part)
        state.withLock { $0.taken = max(0, $0.taken - count) }
    }

    /// Takes the texts that wait; `nil` ends the writing.
    private func next() -> Data? {
        state.withLock { state in
            guard !state.waiting.isEmpty || state.dropped > 0 else {
                (state.isWriting, state.taken) = (false, 0)
                return nil
            }
            var text = state.waiting
            state.taken = Self.lines(in: text) + state.dropped
            if state.dropped > 0 { text += Data((Self.note(state.dropped, "line", asJSON: isJSON) + "\n").utf8) }
            (state.waiting, state.dropped) = (Data(), 0)
            return text
        }
    }
}

extension Console {
    /// Runs a closure with a console that does not wait until its output is read.
    ///
    /// - Parameters:
    ///   - isJSON: Whether each line of the output is a JSON object.
    ///   - body: The closure.
    /// - Returns: The result of the closure, after the output is written. An output that nobody reads is given up
    ///   after a second, with a message that says how many lines it lacks.
    /// - Throws: Any error of the closure.
    func withoutWaiting<Value>(
        asJSON isJSON: Bool, _ body: (Console) async throws -> Value
    ) async throws -> Value {
        let (results, messages) = (OutputQueue(asJSON: isJSON, output.write), OutputQueue(errors.write))
        var console = self
        console.output.write = { try results.write($0) }
        console.errors.write = { try messages.write($0) }
        console.failure = results.failure
        let result: Result<Value, any Error>
        do { result = .success(try await body(console)) } catch { result = .failure(error) }
        let lost = await results.drain(within: 1)
        if lost > 0 { console.note(OutputQueue.note(lost, "line", asJSON: false)) }
        await messages.drain(within: 1)
        return try result.get()
    }
}
