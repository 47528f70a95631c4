/// The lines in which two texts differ, with the lines around them.
struct LineDiff {
    /// A line, compared by its bytes, because texts that look the same may have different bytes.
    private struct Line: Equatable {
        let bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private enum Change {
        case same(Line)
        case expected(Line)
        case received(Line)
    }

    /// The number of lines to show around a difference.
    private static let context = 3
    /// The maximum number of lines to show.
    private static let longest = 60
    /// The maximum number of lines to compare pairwise.
    private static let comparable = 2_000

    private let changes: [Change]

    /// Compares two texts.
    ///
    /// - Parameters:
    ///   - expected: The bytes of the expected text.
    ///   - received: The bytes of the received text.
    init(from expected: some Sequence<UInt8>, to received: some Sequence<UInt8>) {
        let (expected, received) = (Self.lines(expected), Self.lines(received))
        let start = zip(expected, received).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (expected[start...], received[start...])
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        let middle = Self.changes(Array(oldRest.dropLast(end)), Array(newRest.dropLast(end)))
        changes = expected[..<start].map { .same($0) } + middle + oldRest.suffix(end).map { .same($0) }
    }

    private static func lines(_ bytes: some Sequence<UInt8>) -> [Line] {
        var lines = Array(bytes).split(separator: 0x0A, omittingEmptySubsequences: false).map { Line(bytes: Array($0)) }
        // The line break at the end doesn't begin a line. If it's missing, that's a difference.
        if lines.last?.bytes.isEmpty == true {
            lines.removeLast()
        } else if let last = lines.popLast() {
            lines.append(Line(bytes: last.bytes + Array(" (without a line break)".utf8)))
        }
        return lines
    }

    /// Returns the changes between lines whose first lines differ and whose last lines differ.
    private static func changes(_ expected: [Line], _ received: [Line]) -> [Change] {
        guard expected.count <= comparable, received.count <= comparable else {
            return expected.map { .expected($0) } + received.map { .received($0) }
        }
        var isRemoved = [Bool](repeating: false, count: expected.count)
        var isInserted = [Bool](repeating: false, count: received.count)
        for change in received.difference(from: expected) {
            switch change {
            case .remove(let offset, _, _): isRemoved[offset] = true
            case .insert(let offset, _, _): isInserted[offset] = true
            }
        }
        var changes: [Change] = []
        var (old, new) = (0, 0)
        while old < expected.count || new < received.count {
            if old < expected.count, isRemoved[old] {
                changes.append(.expected(expected[old]))
                old += 1
            } else if new < received.count, isInserted[new] {
                changes.append(.received(received[new]))
                new += 1
            } else if old < expected.count, new < received.count {
                changes.append(.same(expected[old]))
                (old, new) = (old + 1, new + 1)
            } else {
                break
            }
        }
        return changes
    }
}

extension LineDiff: CustomStringConvertible {
    /// The expected lines after `-`, the received lines after `+`, and the lines around them; each group begins with
    /// the number of its first expected line.
    var description: String {
        let isChanged = changes.map { if case .same = $0 { false } else { true } }
        let escapesAll = looksSame()
        var lines: [String] = []
        var (number, lastShown) = (1, -1)
        for (index, change) in changes.enumerated() {
            let around = max(0, index - Self.context)...min(changes.count - 1, index + Self.context)
            if isChanged[around].contains(true) {
                if index > lastShown + 1 || index == 0 { lines.append("line \(number):") }
                lastShown = index
                switch change {
                case .same(let line): lines.append(line.bytes.isEmpty ? "" : "  " + line.text)
                case .expected(let line): lines.append("- " + shown(line, escapesAll))
                case .received(let line): lines.append("+ " + shown(line, escapesAll))
                }
            }
            if case .received = change {} else { number += 1 }
        }
        let rest = lines.count - Self.longest
        return (lines.prefix(Self.longest) + (rest > 0 ? ["and \(rest) more lines"] : [])).joined(separator: "\n")
    }

    /// Returns a changed line, with invisible characters escaped.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - escapesAll: Whether to escape all non-ASCII characters.
    /// - Returns: The text.
    private func shown(_ line: Line, _ escapesAll: Bool) -> String {
        let scalars = line.text.unicodeScalars
        let end = scalars.count - scalars.reversed().prefix { $0 == " " || $0 == "\t" }.count
        var shown = ""
        for (index, scalar) in scalars.enumerated() {
            let isInvisible = TranscriptText.isInvisible(scalar) && scalar != "\t"
            if index >= end || isInvisible || (escapesAll && !scalar.isASCII) {
                shown += TranscriptText.escape(scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Returns whether an expected and a received line look the same but consist of different scalars.
    private func looksSame() -> Bool {
        var (expected, received) = (Set<String>(), Set<String>())
        for change in changes {
            switch change {
            case .same: break
            case .expected(let line): expected.insert(line.text)
            case .received(let line): received.insert(line.text)
            }
        }
        return !expected.isDisjoint(with: received)
    }
}
