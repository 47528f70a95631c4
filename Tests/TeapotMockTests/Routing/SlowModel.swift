import Foundation

/// What paths, queries and patterns mean, written down as plainly as possible and without a thought for speed.
enum SlowModel {
    /// Percent-decoding, byte by byte: `nil` when an escape is not two hexadecimal digits or the bytes are no UTF-8.
    static func decoded(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "%") {
                result.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.count else { return nil }
            let digits = bytes[index + 1...index + 2].map { Character(UnicodeScalar($0)) }
            guard digits.allSatisfy({ "0123456789abcdefABCDEF".contains($0) }) else { return nil }
            guard let value = UInt8(String(digits), radix: 16) else { return nil }
            result.append(value)
            index += 3
        }
        return String(validating: result, as: UTF8.self)
    }

    /// A path's segments: cut at each slash, empty ones dropped, each decoded or else as it stands.
    static func segments(_ path: String) -> [String] {
        path.components(separatedBy: "/").filter { $0 != "" }.map { decoded($0) ?? $0 }
    }

    /// A query's items: cut at each ampersand, empty ones dropped, each cut at its first equals sign.
    static func items(_ query: String) -> [URLQueryItem] {
        query.components(separatedBy: "&").filter { $0 != "" }.map { item in
            let parts = item.components(separatedBy: "=")
            let value = parts.count == 1 ? nil : parts.dropFirst().joined(separator: "=")
            return URLQueryItem(name: decoded(parts[0]) ?? parts[0], value: value.map { decoded($0) ?? $0 })
        }
    }

    /// What a pattern's variables stand for in a path; `nil` when the path is none of the pattern's.
    static func match(_ pattern: String, _ path: String) -> [String: String]? {
        let parts = pattern.components(separatedBy: "/").filter { $0 != "" }
        let actual = segments(path)
        if parts.last == "**" {
            return bind(Array(parts.dropLast()), Array(actual.prefix(parts.count - 1)))
                .map {
                    $0.merging(["**": actual.dropFirst(parts.count - 1).joined(separator: "/")]) { _, last in last }
                }
        }
        if parts.first == "**" {
            let rest = actual.count - (parts.count - 1)
            guard rest >= 0 else { return nil }
            return bind(Array(parts.dropFirst()), Array(actual.dropFirst(rest)))
                .map { $0.merging(["**": actual.prefix(rest).joined(separator: "/")]) { _, last in last } }
        }
        return bind(parts, actual)
    }

    private static func bind(_ parts: [String], _ actual: [String]) -> [String: String]? {
        guard parts.count == actual.count else { return nil }
        var bound: [String: String] = [:]
        for (part, value) in zip(parts, actual) {
            if part.hasPrefix(":"), part != ":" {
                bound[String(part.dropFirst())] = value
            } else if part != "*", (decoded(part) ?? part) != value {
                return nil
            }
        }
        return bound
    }
}
