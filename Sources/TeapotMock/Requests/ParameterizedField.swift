import Teapot

/// A header value with a word, semicolons and parameters, such as `form-data; name="a"` (RFC 2045 §5.1).
///
/// A backslash within quotes has no special meaning. Browsers that follow the WHATWG standard send backslashes in names
/// unchanged, and quotes as `%22`.
struct ParameterizedField {
    /// A parameter.
    ///
    /// Its name is in lowercase, and its value has no quotes.
    struct Parameter: Equatable {
        var name: String
        var value: [UInt8]
        /// The position where the parameter begins.
        var place: Int
    }

    /// An error in the syntax of a value.
    struct ParsingError: Error, Equatable {
        /// The position of the error.
        var place: Int
        /// The reason, as the end of a sentence.
        var reason: String
    }

    /// The text before the first semicolon, in lowercase.
    let word: String
    /// The parameters, in order.
    ///
    /// Names may repeat.
    let parameters: [Parameter]

    init(_ bytes: [UInt8]) throws(ParsingError) {
        let end = bytes.firstIndex(of: 0x3B) ?? bytes.endIndex
        let start = bytes[..<end].firstIndex { !$0.isBlank } ?? end
        let last = bytes[start..<end].lastIndex { !$0.isBlank } ?? start - 1
        word = Self.lowercased(bytes[start..<(last + 1)])
        var parameters: [Parameter] = []
        var place = end
        while let start = try Self.nextParameter(in: bytes, from: place) {
            let parameter = try Self.parameter(in: bytes, from: start, end: &place)
            parameters.append(parameter)
        }
        self.parameters = parameters
    }

    /// Returns the position of the next parameter, or `nil` after the last one.
    ///
    /// RFC 9110 §5.6.6 allows a semicolon without a parameter.
    private static func nextParameter(in bytes: [UInt8], from start: Int) throws(ParsingError) -> Int? {
        var place = start
        var hasSemicolon = false
        while place < bytes.count, bytes[place].isBlank || bytes[place] == 0x3B {
            hasSemicolon = hasSemicolon || bytes[place] == 0x3B
            place += 1
        }
        guard place < bytes.count else { return nil }
        guard hasSemicolon else {
            throw ParsingError(place: place, reason: "expected \";\", found \(MultipartError.quoted(bytes[place...]))")
        }
        return place
    }

    private static func parameter(in bytes: [UInt8], from start: Int, end: inout Int) throws(ParsingError) -> Parameter
    {
        let name = bytes[start...].prefix(while: \.isTokenCharacter)
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == 0x3D else {
            throw ParsingError(
                place: start, reason: "\(MultipartError.quoted(bytes[start...])) is not a parameter with a value")
        }
        let text = lowercased(name)
        let first = name.endIndex + 1
        if first < bytes.count, bytes[first] == 0x22 {
            guard let last = bytes[(first + 1)...].firstIndex(of: 0x22) else {
                throw ParsingError(place: first, reason: "the quotes around \(text) are not closed")
            }
            end = last + 1
            return Parameter(name: text, value: Array(bytes[(first + 1)..<last]), place: start)
        }
        let value = bytes[first...].prefix(while: \.isTokenCharacter)
        guard !value.isEmpty else {
            throw ParsingError(place: first, reason: "\(text) has no value; a value is a token or a quoted string")
        }
        end = value.endIndex
        return Parameter(name: text, value: Array(value), place: start)
    }

    private static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

/// Whether the byte is a space or a tab.
extension UInt8 { var isBlank: Bool { self == 0x20 || self == 0x09 } }
