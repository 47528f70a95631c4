import Teapot

/// The value of a header field such as `form-data; name="a"`: a word, and parameters behind semicolons (RFC 2045 §5.1).
///
/// A backslash in quotes is a backslash: the WHATWG's browsers write names with backslashes as they are, and quotes in
/// names as `%22`.
struct ParameterizedField {
    /// A parameter, its name in small letters, its value without quotes.
    struct Parameter: Equatable {
        var name: String
        var value: [UInt8]
        /// Where it begins.
        var place: Int
    }

    /// Why a value is none of this form.
    struct Fault: Error, Equatable {
        /// Where.
        var place: Int
        /// Why: the end of a sentence.
        var reason: String
    }

    /// What stands before the first semicolon, in small letters.
    let word: String
    /// The parameters in order; names may repeat.
    let parameters: [Parameter]

    init(_ bytes: [UInt8]) throws(Fault) {
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

    /// Where the next parameter begins; `nil` behind the last.
    ///
    /// RFC 9110 §5.6.6 lets semicolons stand alone.
    private static func nextParameter(in bytes: [UInt8], from start: Int) throws(Fault) -> Int? {
        var place = start
        var hasSemicolon = false
        while place < bytes.count, bytes[place].isBlank || bytes[place] == 0x3B {
            hasSemicolon = hasSemicolon || bytes[place] == 0x3B
            place += 1
        }
        guard place < bytes.count else { return nil }
        guard hasSemicolon else {
            throw Fault(place: place, reason: "\(MultipartError.quoted(bytes[place...])) stands where a \";\" belongs")
        }
        return place
    }

    private static func parameter(in bytes: [UInt8], from start: Int, end: inout Int) throws(Fault) -> Parameter {
        let name = bytes[start...].prefix(while: \.isTokenCharacter)
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == 0x3D else {
            throw Fault(place: start, reason: "\(MultipartError.quoted(bytes[start...])) is no parameter with a value")
        }
        let text = lowercased(name)
        let first = name.endIndex + 1
        if first < bytes.count, bytes[first] == 0x22 {
            guard let last = bytes[(first + 1)...].firstIndex(of: 0x22) else {
                throw Fault(place: first, reason: "the quotes around \(text) are not closed")
            }
            end = last + 1
            return Parameter(name: text, value: Array(bytes[(first + 1)..<last]), place: start)
        }
        let value = bytes[first...].prefix(while: \.isTokenCharacter)
        guard !value.isEmpty else {
            throw Fault(place: first, reason: "\(text) has no value, which is a token or stands in quotes")
        }
        end = value.endIndex
        return Parameter(name: text, value: Array(value), place: start)
    }

    private static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension UInt8 {
    /// Space or tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
