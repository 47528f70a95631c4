package import Teapot
package import TeapotMock

/// The parsed name of a mock's file, such as `success_200_200ms_validatedPayment.json`.
///
/// The prefix is `success_`, the default, or `error_`. A status, a delay and a method can follow in any order, each at
/// most once. The rest is the display name.
///
/// If the name has none of these, the file is a mock only if its extension is that of a response body.
package struct MockFileName: Sendable, Equatable {
    /// The meaning of a file's contents, which its extension determines.
    package enum Content: Sendable {
        /// The body of the response.
        case body
        /// The name of a fault: `.fault`.
        case fault
        /// The script of a WebSocket: `.ws.json`.
        case webSocket
    }

    /// The meaning of the file's contents.
    package let content: Content
    /// Whether the mock is a successful response, by its prefix or, without one, its status.
    package let isSuccess: Bool
    /// The status of the response.
    package let status: Teapot.StatusCode
    /// The time to wait before responding, in seconds.
    package let delay: Double
    /// The only method that the mock responds to, in uppercase, or `nil` for any method.
    package let method: String?
    /// The rest of the name, without the extension.
    package let name: String
    /// The parts of the name that look like a status, a delay or a method but aren't used as one.
    let unreadParts: [String]
    /// The prefix that the name probably should begin with, or `nil`.
    let misspelledPrefix: String?
    /// Whether the name belongs to a mock.
    package let isMock: Bool

    /// An error in a name.
    package struct ParsingError: Error, Equatable {
        package let reason: String
    }

    package static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    /// The longest delay, in seconds, which is one day.
    private static let longestDelay = 86_400.0

    /// Creates a file name by parsing it.
    ///
    /// - Parameter fileName: The file's name, with its extension.
    /// - Throws: A ``ParsingError`` if the name is invalid.
    package init(_ fileName: String) throws(ParsingError) {
        if fileName.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw ParsingError(reason: "the name has a control character; rename the file")
        }
        let stem = Self.stem(of: fileName)
        content =
            switch fileName.dropFirst(stem.count).lowercased() {
            case Self.scriptExtension: .webSocket
            case ".fault": .fault
            default: .body
            }
        var parts = stem.split(separator: "_", omittingEmptySubsequences: false)[...]
        let prefix = parts.first?.lowercased()
        let hasPrefix = parts.count > 1 && (prefix == "success" || prefix == "error")
        let start = String(stem.prefix { !"_-".contains($0) })
        // Words such as “errors” and “terror” aren't misspelled.
        let word = parts.count > 1 && ["err", "fail", "failure"].contains(prefix) ? "error" : start
        let meant = hasPrefix || start == stem ? nil : word.closest(among: ["success", "error"], within: 1)
        misspelledPrefix = meant.flatMap { word.count > $0.count ? nil : $0 }
        if hasPrefix { parts.removeFirst() }
        var (status, delay, method) = (nil as Int?, nil as Double?, nil as String?)
        while let part = parts.first {
            if status == nil, part.utf8.count == 3, let number = Self.number(part) {
                guard 200...599 ~= number else {
                    throw ParsingError(reason: "“\(part)” is not a valid response status: use one from 200 to 599")
                }
                status = number
            } else if delay == nil, let seconds = Self.seconds(part) {
                guard seconds <= Self.longestDelay else {
                    throw ParsingError(reason: "“\(part)” is a delay of more than a day: use at most 86400s")
                }
                delay = seconds
            } else if method == nil, Self.methods.contains(String(part)) {
                method = String(part)
            } else {
                break
            }
            parts.removeFirst()
        }
        self.status = Teapot.StatusCode(rawValue: status ?? (prefix == "error" ? 400 : 200))
        isSuccess = (misspelledPrefix ?? prefix) != "error" && (hasPrefix || self.status.rawValue < 400)
        self.delay = delay ?? 0
        self.method = method
        unreadParts = parts.map(String.init).filter { part in
            part.utf8.count == 3 && Self.number(part[...]).map { 100...599 ~= $0 } ?? false
                || Self.seconds(part[...]) != nil
                || Self.method(near: part) != nil
        }
        isMock =
            hasPrefix || status != nil || delay != nil || method != nil || content != .body
            || Self.isBody(fileName.dropFirst(stem.count))
        let rest = parts.joined(separator: "_")
        name = rest.isEmpty ? stem : rest
    }

    /// Returns the method that a part in uppercase is or was probably meant to be, or `nil` if it's another word.
    static func method(near part: String) -> String? {
        part == part.uppercased() ? part.closest(among: methods, within: part.count / 4) : nil
    }

    /// The extension of the script of a WebSocket.
    private static let scriptExtension = ".ws.json"

    /// Returns a file's name without its extension.
    package static func stem(of fileName: String) -> String {
        if ends(fileName, in: scriptExtension), fileName.count > scriptExtension.count {
            return String(fileName.dropLast(scriptExtension.count))
        }
        guard let dot = fileName.lastIndex(of: "."), dot > fileName.startIndex else { return fileName }
        return String(fileName[..<dot])
    }

    /// Returns whether a file's name ends with an extension, ignoring case.
    ///
    /// - Parameters:
    ///   - fileName: The file's name.
    ///   - suffix: The extension, which consists of lowercase ASCII letters and dots.
    /// - Returns: Whether it does.
    static func ends(_ fileName: String, in suffix: String) -> Bool { fileName.lowercased().hasSuffix(suffix) }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// Returns the delay that a part states, such as `200ms`, `2s` or `1.5s`, in seconds, or `nil` if there's none.
    private static func seconds(_ part: Substring) -> Double? {
        let unit = part.lowercased().hasSuffix("ms") ? 2 : 1
        guard part.last == "s" || part.last == "S" else { return nil }
        let digits = part.dropLast(unit).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard digits.allSatisfy(isDigits), let number = Double(part.dropLast(unit)) else { return nil }
        return unit == 2 ? number / 1000 : number
    }

    /// Returns whether a file extension, with its dot, is that of a response body; most plain text files are notes.
    private static func isBody(_ suffix: Substring) -> Bool {
        let suffix = suffix.dropFirst().lowercased()
        return suffix == "jsonl" || MediaType.byExtension[suffix] != nil && !["md", "txt"].contains(suffix)
    }

    private static func number(_ text: Substring) -> Int? { isDigits(text) ? Int(text) : nil }
}
