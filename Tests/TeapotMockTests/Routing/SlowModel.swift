import Foundation
import TeapotMock

/// A model of paths, queries and patterns, written as simply as possible and without regard to speed.
enum SlowModel {
    /// Decodes a percent-encoded text byte by byte.
    ///
    /// The result is `nil` if an escape doesn't have two hexadecimal digits or the bytes aren't UTF-8.
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
        return String(validUTF8: result)
    }

    /// Returns a path's segments: split at each slash, without empty ones, each decoded or else unchanged.
    static func segments(_ path: String) -> [String] {
        path.components(separatedBy: "/").filter { $0 != "" }.map { decoded($0) ?? $0 }
    }

    /// Returns a query's items: split at each ampersand, without empty ones, each split at its first equals sign.
    static func items(_ query: String) -> [URLQueryItem] {
        query.components(separatedBy: "&").filter { $0 != "" }.map { item in
            let parts = item.components(separatedBy: "=")
            let value = parts.count == 1 ? nil : parts.dropFirst().joined(separator: "=")
            return URLQueryItem(name: decoded(parts[0]) ?? parts[0], value: value.map { decoded($0) ?? $0 })
        }
    }

    /// Returns the values of a pattern's variables in a path; `nil` if the path does not match.
    static func match(_ pattern: String, _ path: String) -> [String: String]? {
        match(pattern, segments(path))
    }

    /// Returns the values of a pattern's variables in the segments of a path; `nil` if the path does not match.
    static func match(_ pattern: String, _ actual: [String]) -> [String: String]? {
        let parts = pattern.components(separatedBy: "/").filter { $0 != "" }
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
