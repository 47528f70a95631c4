import Teapot

/// Names of folders and files that every disk can hold, and that lead nowhere else.
enum MockName {
    /// How many bytes a folder's name may have; the disks' limit is 255.
    private static let folderLimit = 180
    /// How many characters the part of a file's name may have that the request gives.
    private static let nameLimit = 60

    /// Names that are devices on Windows, with any extension.
    private static let devices: Set<String> = {
        let numbered = ["com", "lpt"].flatMap { name in (0...9).map { "\(name)\($0)" } }
        return Set(["con", "prn", "aux", "nul"] + numbered)
    }()

    /// The name of a folder for a segment of a path.
    ///
    /// What not every disk can hold is percent-encoded, and so is what a folder of mocks gives a meaning to: a dot or a brace at
    /// the beginning, or the name `General` in the first place. A long name is cut, and told apart by a digest.
    ///
    /// - Parameters:
    ///   - segment: The segment, decoded.
    ///   - isFirst: Whether it is the first of its path.
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

    /// The part of a file's name that the request gives: the last segment of its path, and its query.
    static func name(of request: Request) -> String {
        let last = Request.segments(of: request.path).last ?? ""
        let query = request.query.flatMap { [$0.name, $0.value ?? ""] }
        let text = ([last] + query).joined(separator: "-").precomposedStringWithCanonicalMapping
        var name = ""
        for scalar in text.unicodeScalars {
            if isLetter(scalar) || ("0"..."9").contains(scalar) {
                name.unicodeScalars.append(scalar)
            } else if !name.isEmpty, !name.hasSuffix("-") {
                name += "-"
            }
        }
        if name.hasSuffix("-") { name.removeLast() }
        if name.count > nameLimit { name = name.prefix(nameLimit) + "-" + digest(text) }
        if name.isEmpty { return "root" }
        return isToken(name) ? "mock-" + name : name
    }

    /// How a disk sees a name that tells neither small letters from capitals nor one form of a letter from another.
    static func folded(_ name: String) -> String { name.decomposedStringWithCanonicalMapping.lowercased() }

    /// Whether a folder of mocks would take a name for something else: a status, a delay or a method.
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

    /// Eight hexadecimal digits that tell two texts apart.
    private static func digest(_ text: String) -> String {
        SHA1.digest(of: Array(text.utf8)).prefix(4).map { percentEncoded($0).dropFirst() }.joined().lowercased()
    }
}
