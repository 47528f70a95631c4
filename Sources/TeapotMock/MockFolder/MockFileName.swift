import Teapot

/// What the name of a mock's file says: `success_200_200ms_validatedPayment.json`.
///
/// Behind `success_` or `error_`, of which the first is taken where none stands, come a status, a delay and a method in
/// any order, each once and each if one likes; the rest is the name that people see.
struct MockFileName: Sendable, Equatable {
    /// Whether the mock is of a request that succeeds.
    let isSuccess: Bool
    /// The status that is answered with.
    let status: Teapot.StatusCode
    /// How long to wait before answering, in seconds.
    let delay: Double
    /// The only method that is answered, in capitals; `nil` for every one.
    let method: String?
    /// What is left of the name, without the extension.
    let name: String

    /// What is wrong with a name.
    struct Flaw: Error, Equatable {
        let reason: String
    }

    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    /// The longest delay, in milliseconds: a day.
    private static let longestDelay = 86_400_000

    /// Reads a name.
    ///
    /// - Parameter fileName: The file's name, with its extension.
    /// - Throws: What is wrong with it.
    init(_ fileName: String) throws(Flaw) {
        if fileName.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            throw Flaw(reason: "the name has a control character; rename the file")
        }
        let stem = Self.stem(of: fileName)
        var parts = stem.split(separator: "_", omittingEmptySubsequences: false)[...]
        let prefix = parts.first?.lowercased()
        isSuccess = prefix != "error"
        if parts.count > 1, prefix == "success" || prefix == "error" { parts.removeFirst() }
        var (status, delay, method) = (nil as Int?, nil as Int?, nil as String?)
        while let part = parts.first {
            if status == nil, part.utf8.count == 3, let number = Self.number(part) {
                guard 200...599 ~= number else {
                    throw Flaw(reason: "“\(part)” is no status that a response can have: give one from 200 to 599")
                }
                status = number
            } else if delay == nil, part.lowercased().hasSuffix("ms"), Self.isDigits(part.dropLast(2)) {
                guard let number = Self.number(part.dropLast(2)), number <= Self.longestDelay else {
                    throw Flaw(reason: "“\(part)” is a delay of more than a day: give one of at most 86400000ms")
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

    /// A file's name without its extension.
    static func stem(of fileName: String) -> String {
        guard let dot = fileName.lastIndex(of: "."), dot > fileName.startIndex else { return fileName }
        return String(fileName[..<dot])
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    private static func number(_ text: Substring) -> Int? { isDigits(text) ? Int(text) : nil }
}
