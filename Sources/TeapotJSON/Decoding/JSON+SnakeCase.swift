import Foundation

extension JSON {
    /// Converts a name like `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`.
    ///
    /// This function converts plain names, whose words consist of lowercase letters or of digits. Foundation converts
    /// the others.
    package static func convertedFromSnakeCase(_ name: String) -> String {
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        guard words.count > 1 else { return name }
        let ranges = [UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9")]
        let isPlain = words.allSatisfy { word in
            !word.isEmpty && ranges.contains { range in word.utf8.allSatisfy { range ~= $0 } }
        }
        if isPlain { return words[0] + words[1...].map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return (try? decoder.decode(DecodedName.self, from: data(from: [name: 0])).name) ?? name
    }

    /// The name of the only member of an object, as a decoder returns it.
    private struct DecodedName: Decodable {
        let name: String?

        init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: JSONDecoderImpl._CodingKey.self).allKeys.first?.stringValue
        }
    }
}
