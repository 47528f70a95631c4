import Teapot

/// A line on a terminal that says how far something has come, written over as it goes.
struct ProgressLine {
    private let stream: Console.Stream
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant?
    private var isShown = false

    /// Creates a line that is not shown yet, and never unless somebody looks on.
    init(_ console: Console) { stream = console.errors }

    /// Shows a text, not more than ten times a second.
    mutating func show(_ text: @autoclosure () -> String) {
        guard stream.isTerminal else { return }
        let now = clock.now
        if let last, now - last < .milliseconds(100) { return }
        last = now
        isShown = true
        try? stream.write(Data("\r\(text().printable)\u{1B}[K".utf8))
    }

    /// Takes the line away.
    mutating func clear() {
        guard isShown else { return }
        isShown = false
        try? stream.write(Data("\r\u{1B}[K".utf8))
    }

    /// Bytes in the unit that suits them, such as `1.2 MB`.
    static func size(_ count: Int) -> String {
        switch count {
        case ..<1_000: "\(count) B"
        case ..<1_000_000: "\(count / 1_000) kB"
        default: String(format: "%.1f MB", Double(count) / 1_000_000)
        }
    }
}
