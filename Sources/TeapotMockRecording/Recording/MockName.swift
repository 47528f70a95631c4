import Foundation
import TeapotMock
import TeapotMockFolders
import TeapotMockWebSocket

/// A type that makes names of folders and files that every file system allows and that can't lead elsewhere.
enum MockName {
    /// The maximum length of a folder's name, in bytes; file systems allow 255.
    private static let folderLimit = 180
    /// The maximum length of the part of a file's name that comes from the request, in characters.
    private static let nameLimit = 60

    /// Names that are devices on Windows, with any extension.
    private static let devices: Set<String> = {
        let numbered = ["com", "lpt"].flatMap { name in (0...9).map { "\(name)\($0)" } }
        return Set(["con", "prn", "aux", "nul"] + numbered)
    }()

    /// Returns the name of a folder for a segment of a path.
    ///
    /// It percent-encodes characters that not every file system allows, and those with a meaning in a folder of mocks:
    /// a dot or a brace at the beginning, or the name `General` as the first segment. A long name is truncated and gets
    /// a digest.
    ///
    /// - Parameters:
    ///   - segment: The decoded segment.
    ///   - isFirst: Whether it's the first segment of its path.
    /// - Returns: The name.
    static func folder(_ segment: String, isFirst: Bool) -> String {
        let scalars = Array(segment.precomposedStringWithCanonicalMapping.unicodeScalars)
        let stem = String(segment.lowercased().prefix { $0 != "." })
        let isSpecial = devices.contains(stem) || (isFirst && segment.lowercased() == "general")
        var (name, isCut) = ("", false)
        for (index, scalar) in scalars.enumerated() {
            let isAtEnd = index == 0 || index == scalars.count - 1
            let isPlain = isPlain(scalar) && !(scalar == "." && isAtEnd) && !(index == 0 && isSpecial)
            let text = isPlain ? String(scalar) : String(scalar).utf8.map { percentEncoded($0) }.joined()
            isCut = name.utf8.count + text.utf8.count > folderLimit
            if isCut { break }
            name += text
        }
        return isCut ? name + "~" + digest(segment) : name
    }

    /// Returns the beginning of a file's name: success or error, the status, the delay and the method.
    static func start(of response: Response, _ method: String) -> String {
        let delay = (response.delay * 1000).rounded()
        let delayed = delay > 0 ? "\(Int(min(delay, 86_400_000)))ms_" : ""
        // A fault that replaces the response has no status.
        if let fault = response.fault, !fault.hasResponse { return "error_\(delayed)\(method)_" }
        let status = response.status.rawValue
        return "\(status < 400 ? "success" : "error")_\(status)_\(delayed)\(method)_"
    }

    /// Returns the part of a file's name that comes from the request: the last segment of its path, and its query.
    static func name(of request: Request) -> String {
        let last = Request.segments(of: request.path).last ?? ""
        return name(from: ([last] + request.query.flatMap { [$0.name, $0.value ?? ""] }).joined(separator: "-"))
    }

    /// Returns a part of a file's name with the letters and digits of a text.
    static func name(from text: String) -> String {
        let text = text.precomposedStringWithCanonicalMapping
        let words = text.unicodeScalars.split { !isLetter($0) && !("0"..."9").contains($0) }
        var name = words.map { String(Substring($0)) }.joined(separator: "-")
        if name.count > nameLimit { name = name.prefix(nameLimit) + "-" + digest(text) }
        if name.isEmpty { return "root" }
        return isToken(name) ? "mock-" + name : name
    }

    /// Returns a name as seen by a file system that ignores case and Unicode normalization.
    static func folded(_ name: String) -> String { name.decomposedStringWithCanonicalMapping.lowercased() }

    /// Returns whether a folder of mocks would read a name as something else: a status, a delay or a method.
    private static func isToken(_ name: String) -> Bool {
        (try? MockFileName("success_200_GET_\(name).json"))?.name != name
            || (try? MockFileName("\(name)_x.json"))?.name == "x"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? UInt8(ascii: scalar).isAlphanumeric || "-_.~@+,=()!'".unicodeScalars.contains(scalar) : isLetter(scalar)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }

    private static func percentEncoded(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF")
        return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }

    /// Returns eight hexadecimal digits that distinguish texts.
    private static func digest(_ text: String) -> String {
        SHA1.digest(of: Array(text.utf8)).prefix(4).map { percentEncoded($0).dropFirst() }.joined().lowercased()
    }
}
