package import Teapot
package import TeapotMock

/// The parsed name of a mock's file, such as `success_200_200ms_validatedPayment.json`.
///
/// The prefix is `success_` or `error_`; without one it is `success_`. A status, a delay and a method can follow in any
/// order, each at most once. The rest is the display name.
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
    /// A Boolean value that indicates whether the mock is for a request that succeeds.
    package let isSuccess: Bool
    /// The status of the response.
    package let status: Teapot.StatusCode
    /// The time to wait before responding, in seconds.
    package let delay: Double
    /// The only method that the mock responds to, in uppercase; `nil` for every method.
    package let method: String?
    /// The rest of the name, without the extension.
    package let name: String

    /// An error in a name.
    package struct Flaw: Error, Equatable {
        package let reason: String
    }

    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    /// The longest delay, in milliseconds: a day.
    private static let longestDelay = 86_400_000

    /// Creates a file name by parsing it.
    ///
    /// - Parameter fileName: The file's name, with its extension.
    /// - Throws: A ``Flaw`` if the name is invalid.
    package init(_ fileName: String) throws(Flaw) {
        if fileName.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw Flaw(reason: "the name has a control character; rename the file")
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
        isSuccess = prefix != "error"
        if parts.count > 1, prefix == "success" || prefix == "error" { parts.removeFirst() }
        var (status, delay, method) = (nil as Int?, nil as Int?, nil as String?)
        while let part = parts.first {
            if status == nil, part.utf8.count == 3, let number = Self.number(part) {
                guard 200...599 ~= number else {
                    throw Flaw(reason: "“\(part)” is not a valid response status: use one from 200 to 599")
                }
                status = number
            } else if delay == nil, part.lowercased().hasSuffix("ms"), Self.isDigits(part.dropLast(2)) {
                guard let number = Self.number(part.dropLast(2)), number <= Self.longestDelay else {
                    throw Flaw(reason: "“\(part)” is a delay of more than a day: use at most 86400000ms")
                }
                delay = number
            } else if method == nil, Self.methods.contains(String(part)) {
                method = String(part)
            } else {
                break
            }
            parts.removeFirst()
        }
        self.status = Teapot.StatusCode(rawValue: status ?? (isSuccess ? 200 : 400))
        self.delay = Double(delay ?? 0) / 1000
        self.method = method
        let rest = parts.joined(separator: "_")
        name = rest.isEmpty ? stem : rest
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

    /// Returns whether a file's name ends in an extension, whose case makes no difference.
    ///
    /// - Parameters:
    ///   - fileName: The file's name.
    ///   - suffix: The extension: lowercase letters of ASCII, and dots.
    /// - Returns: Whether it does.
    static func ends(_ fileName: String, in suffix: String) -> Bool {
        fileName.utf8.count >= suffix.utf8.count
            && zip(fileName.utf8.reversed(), suffix.utf8.reversed()).allSatisfy { byte, expected in
                byte == expected || (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte && byte | 0x20 == expected)
            }
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private static func number(_ text: Substring) -> Int? { isDigits(text) ? Int(text) : nil }
}
