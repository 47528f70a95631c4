import Foundation

/// A line that shows progress on a terminal, and is overwritten by each update.
struct ProgressLine {
    private let stream: Console.Stream
    /// The time of the last update, or `nil` if the line isn't shown.
    private var last: ContinuousClock.Instant?

    /// Creates a line, which appears only on a terminal and only after the first update.
    init(_ console: Console) { stream = console.errors }

    /// Shows a text, at most ten times per second.
    mutating func show(_ text: @autoclosure () -> String) {
        guard stream.isTerminal else { return }
        if let last, last.duration(to: .now) < .milliseconds(100) { return }
        last = .now
        try? stream.write(Data("\r\(text().printable)\u{1B}[K".utf8))
    }

    /// Removes the line.
    mutating func clear() {
        guard last != nil else { return }
        last = nil
        try? stream.write(Data("\r\u{1B}[K".utf8))
    }

    /// Returns a number of bytes in a suitable unit, such as `1.2 MB`.
    static func size(_ count: Int) -> String {
        switch count {
        case ..<1_000: "\(count) B"
        case ..<1_000_000: "\(count / 1_000) kB"
        default: String(format: "%.1f MB", Double(count) / 1_000_000)
        }
    }
}
