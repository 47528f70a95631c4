package import Foundation

/// A type that splits bytes into lines, and accepts the bytes in pieces of any length.
package struct LineSplitter {
    private var line: [UInt8] = []
    private var endedWithCR = false

    /// Creates a splitter at the start of a text.
    package init() {}

    /// The number of bytes of a line that hasn't ended.
    package var unfinishedLength: Int { line.count }

    package mutating func feed(_ piece: Data) -> [String] {
        var lines: [String] = []
        for byte in piece {
            defer { endedWithCR = byte == 0x0D }
            switch byte {
            case 0x0A where endedWithCR: break  // the second half of a CRLF
            case 0x0A, 0x0D: lines.append(take())
            default: line.append(byte)
            }
        }
        return lines
    }

    /// Returns the last line if it has no line ending.
    package mutating func end() -> [String] { line.isEmpty ? [] : [take()] }

    private mutating func take() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return String(decoding: line, as: UTF8.self)
    }
}
