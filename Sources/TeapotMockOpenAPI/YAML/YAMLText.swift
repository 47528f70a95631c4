import Foundation
import TeapotMockDocuments

/// A text in UTF-8 without a byte order mark, with `\n` as its only line break and with zeros at its end.
struct YAMLText: Sendable {
    let bytes: [UInt8]

    /// The offsets at which lines begin.
    private let lines: [Int]

    /// Creates a text from the bytes of a file.
    ///
    /// - Throws: An error with the place of a character that YAML doesn't allow (YAML 1.2.2 §5.1).
    init(_ data: Data) throws(YAMLDocument.ParsingError) {
        if Self.isWide(data) {
            let reason = "expected UTF-8 but found UTF-16 or UTF-32; convert it"
            throw YAMLDocument.ParsingError(line: 1, column: 1, reason: reason)
        }
        var bytes = [UInt8](data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
        if bytes.contains(0x0D) {
            // `\r\n` and `\r` are line breaks, too (YAML 1.2.2 §5.4).
            bytes = zip(bytes, [0] + bytes).compactMap { byte, previous in
                byte == 0x0D ? .newline : byte == .newline && previous == 0x0D ? nil : byte
            }
        }
        var (lines, isASCII, control) = ([0], true, Int?.none)
        for (offset, byte) in bytes.enumerated() where byte < 0x20 || byte >= 0x7F {
            switch byte {
            case .newline: lines.append(offset + 1)
            case .tab: break
            case 0x80...: isASCII = false
            default: control = control ?? offset
            }
        }
        let count = bytes.count
        bytes += [0, 0, 0, 0]
        self.bytes = bytes
        self.lines = lines
        if !isASCII {
            let repaired = String(decoding: bytes[..<count], as: UTF8.self).utf8
            if let invalid = zip(bytes, repaired).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                let byte = Self.hex(bytes[invalid])
                throw error("expected UTF-8 but found the byte \(byte); save the file as UTF-8", invalid)
            }
            control = control ?? firstUnprintable(count)
        }
        if let control {
            let advice = "write it as an escape in double quotes"
            throw error("expected text but found a control character (\(Self.hex(bytes[control]))); \(advice)", control)
        }
    }

    /// Returns the line and the column of an offset, both counted from 1.
    func position(of offset: Int) -> (line: Int, column: Int) {
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle] <= offset { low = middle } else { high = middle }
        }
        // The continuation bytes of a scalar don't count.
        return (low + 1, bytes[lines[low]..<offset].count { !(0x80..<0xC0 ~= $0) } + 1)
    }

    /// Creates an error at an offset.
    func error(_ reason: String, _ offset: Int) -> YAMLDocument.ParsingError {
        let (line, column) = position(of: offset)
        return YAMLDocument.ParsingError(line: line, column: column, reason: reason)
    }

    private static func hex(_ byte: UInt8) -> String { String(format: "0x%02X", byte) }

    /// Returns whether a text begins like UTF-16 or UTF-32 (YAML 1.2.2 §5.2).
    private static func isWide(_ data: Data) -> Bool {
        data.prefix(2).contains(0) || [[0xFE, 0xFF], [0xFF, 0xFE]].contains([UInt8](data.prefix(2)))
    }

    /// Returns the offset of the first C1 control character other than U+0085, of U+FFFE or of U+FFFF.
    private func firstUnprintable(_ count: Int) -> Int? {
        (0..<count).first { offset in
            switch (bytes[offset], bytes[offset + 1], bytes[offset + 2]) {
            case (0xC2, 0x80..<0xA0, _): bytes[offset + 1] != 0x85
            case (0xEF, 0xBF, 0xBE...): true
            default: false
            }
        }
    }
}
