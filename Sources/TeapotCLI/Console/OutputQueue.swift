import Foundation
import Teapot
import TeapotMock

/// A queue of texts for a stream, written one after the other in the background.
///
/// A stream without a reader blocks only the writing. The queue drops texts that don't fit, and writes a line with
/// their count when the stream is read again.
final class OutputQueue: Sendable {
    /// The maximum size of the waiting texts, in bytes.
    static let capacity = 1 << 20
    /// The size of a text that a pipe takes whole or not at all, in bytes: the smallest `PIPE_BUF` of the supported
    /// systems.
    private static let atOnce = 512

    private struct State {
        var waiting = Data()
        /// The number of lines that didn't fit.
        var dropped = 0
        /// The number of lines that have left the queue but aren't written yet.
        var taken = 0
        var isWriting = false
        var error: OutputFailed?
    }

    /// The error that ended the writing, once one occurs.
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

    /// Returns the line about the texts that are missing from the output.
    static func note(_ count: Int, _ noun: String, asJSON isJSON: Bool) -> String {
        isJSON ? #"{"event":"missing","count":\#(count)}"# : "… \(String(counting: count, noun)) not shown"
    }

    /// Adds a text, or counts it if there's no room.
    ///
    /// - Parameter text: Whole lines.
    /// - Throws: The error that ended the writing.
    func write(_ text: Data) throws {
        let begins = try state.withLock { state in
            if let error = state.error { throw error }
            // A line after a dropped one is also dropped, until the count is written.
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

    /// Waits until everything is written or the time is up.
    ///
    /// - Parameter seconds: The maximum time, in seconds.
    /// - Returns: The number of lines that aren't written.
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

    /// Writes lines together only if a pipe takes them whole, so that the end of the program doesn't cut a line.
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

    /// Takes the waiting texts, or returns `nil` to end the writing.
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
    /// Runs a closure with a console that doesn't wait for its output to be read.
    ///
    /// - Parameters:
    ///   - isJSON: Whether each line of the output is a JSON object.
    ///   - body: The closure.
    /// - Returns: The result of the closure, after the output is written. If nothing reads the output, the function
    ///   gives up after a second, with a message about the number of missing lines.
    /// - Throws: Any error of the closure.
    func withoutWaiting<Value>(asJSON isJSON: Bool, _ body: (Console) async throws -> Value) async throws -> Value {
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
