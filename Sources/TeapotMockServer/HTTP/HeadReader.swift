import Foundation
import Teapot
import TeapotMock

/// A type that reads a request's head line by line, in place, and records only the ranges of its parts.
///
/// Lines in the usual form are checked byte by byte. All other lines are passed to ``RequestLine`` and ``FieldLine``,
/// which accept everything that RFC 9112 allows, and describe the errors in the rest.
struct HeadReader {
    /// The options in a `Connection` header.
    struct Options: OptionSet {
        let rawValue: UInt8
        static let close = Options(rawValue: 1)
        static let keepAlive = Options(rawValue: 2)
        static let upgrade = Options(rawValue: 4)
    }

    /// The request line, if it isn't in the usual form; if there's none, it takes one word of a connection's memory.
    private indirect enum UnusualLine {
        case none
        case line(RequestLine)
    }

    /// The position where the request line begins; the ranges of the parts are relative to it.
    private var start = 0
    private var method = 0..<0
    private var path = 0..<0
    private var query: Range<Int>?
    private var fieldsStart = 0
    private var unusualLine = UnusualLine.none
    /// The headers that determine the framing of the message, except a single `Content-Length` in the usual form.
    private(set) var framing = Teapot.HeaderFields()
    /// The value of a `Content-Length` in the usual form, if no other header determines the framing.
    private(set) var contentLength: Int?
    private(set) var hostCount = 0
    /// The value of an invalid `Host` header.
    private(set) var badHost: String?
    private(set) var options: Options = []
    private(set) var hasLine = false
    private(set) var minorVersion = 1
    private(set) var isHead = false
    /// Whether a browser requests a service worker's script.
    private(set) var isForServiceWorker = false
    private var hasFields = false

    /// Reads the request line.
    mutating func readRequestLine(_ line: Range<Int>, end: Int, of bytes: [UInt8]) throws(Rejection) {
        (start, fieldsStart, hasLine, isHead) = (line.lowerBound, end, true, bytes[line].isHead)
        let isUsual = bytes.withUnsafeBytes { readUsualLine(UnsafeRawBufferPointer(rebasing: $0[line])) }
        if !isUsual {
            let line = try RequestLine(bytes[line])
            (unusualLine, minorVersion) = (.line(line), line.minorVersion)
        }
    }

    /// Reads one header.
    mutating func readField(_ line: Range<Int>, of bytes: [UInt8]) throws(Rejection) {
        let isUsual = bytes.withUnsafeBytes { readUsualField(UnsafeRawBufferPointer(rebasing: $0[line])) }
        if !isUsual { try readUnusualField(FieldLine.parse(bytes[line], isFirst: !hasFields)) }
        hasFields = true
    }

    /// Returns the request without its body, once all lines have been read.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the head.
    ///   - end: The position after the last header.
    /// - Returns: The request.
    /// - Throws: A rejection for an invalid line that was found earlier.
    func request(from bytes: [UInt8], end: Int) throws(Rejection) -> Request {
        if case .line(let line) = unusualLine {
            return Request(
                method: line.method, path: line.path, query: line.query,
                headers: try fields(of: bytes[fieldsStart..<end], authority: line.authority)
            )
        }
        let head = bytes.withUnsafeBytes { all in
            WireHead(
                copying: UnsafeRawBufferPointer(rebasing: all[start..<end]),
                method: method, path: path, query: query, fields: (fieldsStart - start)..<(end - start)
            )
        }
        return Request(wire: head, body: Data())
    }

    private func fields(
        of bytes: ArraySlice<UInt8>,
        authority: String?
    ) throws(Rejection) -> Teapot.HeaderFields {
        var headers = Teapot.HeaderFields()
        for line in bytes.split(separator: 0x0A) {
            let field = try FieldLine.parse(line.dropLast(), isFirst: false)
            headers.append(name: field.name, value: field.value)
        }
        if let authority { headers["Host"] = authority }  // RFC 9112 §3.2.2.
        return headers
    }

    private mutating func readUnusualField(_ field: (name: String, value: String)) {
        switch field.name.lowercased() {
        case "host":
            hostCount += 1
            if !HostField.isValid(field.value) { badHost = field.value }
        case "connection":
            var value = field.value
            value.withUTF8 { readOptions(UnsafeRawBufferPointer($0)) }
        case "content-length", "transfer-encoding", "expect":
            if let length = contentLength.take() { framing.append(name: "Content-Length", value: String(length)) }
            framing.append(name: field.name, value: field.value)
        case "service-worker": isForServiceWorker = true
        default: break
        }
    }
}

extension HeadReader {
    /// Reads `METHOD /path?query HTTP/1.1`, and returns `false` for any other line, valid or not.
    private mutating func readUsualLine(_ line: UnsafeRawBufferPointer) -> Bool {
        let version = line.count - 9
        guard version > 0, line.has(" HTTP/1.1", at: version) else { return false }
        var place = 0
        while place < version, line[place].isTokenCharacter { place += 1 }
        guard place > 0, place + 1 < version, line[place] == 0x20, line[place + 1] == 0x2F else { return false }
        method = 0..<place
        let target = place + 1
        var mark = version
        var isVisible = true
        for index in target..<version {
            let byte = line[index]
            // RFC 9112 §3.2: a target is visible ASCII, and a fragment is never sent.
            isVisible = isVisible && byte > 0x20 && byte < 0x7F && byte != 0x23
            if byte == 0x3F, mark == version { mark = index }
        }
        guard isVisible, !(place == 7 && line.has("CONNECT", at: 0)) else { return false }
        path = target..<mark
        query = mark < version ? (mark + 1)..<version : nil
        minorVersion = 1
        return true
    }

    /// Reads `Name: value` with visible characters, and returns `false` for any other line, valid or not.
    private mutating func readUsualField(_ line: UnsafeRawBufferPointer) -> Bool {
        var colon = 0
        while colon < line.count, line[colon].isTokenCharacter { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == 0x3A else { return false }
        var (start, end) = (colon + 1, line.count)
        while start < end, line[start].isOptionalWhitespace { start += 1 }
        while end > start, line[end - 1].isOptionalWhitespace { end -= 1 }
        let value = UnsafeRawBufferPointer(rebasing: line[start..<end])
        var controls: UInt8 = 0
        for byte in value { controls |= (byte < 0x20 || byte == 0x7F) ? 1 : 0 }
        guard controls == 0 else { return false }
        let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
        switch colon {
        case 4 where name.isName("host"):
            guard value.isPlainHost else { return false }
            hostCount += 1
        case 10 where name.isName("connection"):
            readOptions(value)
        case 14 where name.isName("content-length"):
            guard contentLength == nil, framing.isEmpty, let length = value.plainNumber else { return false }
            contentLength = length
        case 6 where name.isName("expect"), 17 where name.isName("transfer-encoding"):
            return false
        case 14 where name.isName("service-worker"):
            isForServiceWorker = true
        default:
            break
        }
        return true
    }

    /// Reads a list of connection options (RFC 9110 §7.6.1).
    private mutating func readOptions(_ value: UnsafeRawBufferPointer) {
        for part in value.split(separator: 0x2C) {
            let option = UnsafeRawBufferPointer(rebasing: part.trimmingOptionalWhitespace())
            if option.isName("close") { options.insert(.close) }
            if option.isName("keep-alive") { options.insert(.keepAlive) }
            if option.isName("upgrade") { options.insert(.upgrade) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether a text is at a position, with all of its bytes inside the buffer.
    fileprivate func has(_ text: StaticString, at place: Int) -> Bool {
        guard let base = baseAddress, place + text.utf8CodeUnitCount <= count else { return false }
        return memcmp(base + place, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Returns whether the bytes are a name, which is given in lowercase, regardless of case.
    fileprivate func isName(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for index in 0..<count {
            let expected = name.utf8Start[index]
            let isLetter = (0x61...0x7A).contains(expected)
            guard self[index] == expected || (isLetter && self[index] | 0x20 == expected) else { return false }
        }
        return true
    }

    /// The value of a decimal number without leading zeros, or `nil` for anything else.
    fileprivate var plainNumber: Int? {
        guard (1...18).contains(count), self[0] != 0x30 || count == 1 else { return nil }
        var number = 0
        for byte in self {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }

    /// Whether the text is a host of letters, digits, dots and hyphens, with an optional port.
    fileprivate var isPlainHost: Bool {
        var place = 0
        while place < count, self[place].isHostLetter { place += 1 }
        guard place < count else { return place > 0 }
        return place > 0 && self[place] == 0x3A && self[(place + 1)...].allSatisfy(\.isDigit)
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are the beginning of a `HEAD` request.
    var isHead: Bool { first == UInt8(ascii: "H") && starts(with: "HEAD ".utf8) }
}

extension UInt8 {
    fileprivate var isHostLetter: Bool {
        isDigit || (0x61...0x7A).contains(self | 0x20) || self == 0x2D || self == 0x2E
    }
}
