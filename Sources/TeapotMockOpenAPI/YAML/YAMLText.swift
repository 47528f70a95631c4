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
        if let name = Self.unsupportedEncoding(of: data) {
            throw YAMLDocument.ParsingError(line: 1, column: 1, reason: "expected UTF-8 but found \(name); convert it")
        }
        var bytes = [UInt8](data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data)
        if bytes.contains(0x0D) { bytes = Self.normalized(bytes) }
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

    private static func hex(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
    }

    /// Returns the encoding if a text begins like UTF-16 or UTF-32 (YAML 1.2.2 §5.2).
    private static func unsupportedEncoding(of data: Data) -> String? {
        let start = [UInt8](data.prefix(4))
        if [[0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0]].contains(start) { return "UTF-32" }
        if start.count == 4, start[0] == 0, start[1] == 0, start[2] == 0, start[3] != 0 { return "UTF-32" }
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) { return "UTF-16" }
        return start.count > 1 && (start[0] == 0) != (start[1] == 0) ? "UTF-16" : nil
    }

    /// Returns the bytes with `\n` instead of `\r\n` and `\r` (YAML 1.2.2 §5.4).
    private static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 4)
        var wasReturn = false
        for byte in bytes {
            if byte == 0x0D {
                result.append(.newline)
            } else if byte != .newline || !wasReturn {
                result.append(byte)
            }
            wasReturn = byte == 0x0D
        }
        return result
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
