import Foundation

extension JSON {
    /// Returns a name as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` converts it.
    ///
    /// Plain names, of words of lowercase letters and then digits, are converted here. For others, Foundation is asked.
    static func convertedFromSnakeCase(_ name: String) -> String {
        let underscore = UInt8(ascii: "_")
        guard name.utf8.contains(underscore) else { return name }
        var result: [UInt8] = []
        var last = underscore
        for byte in name.utf8 {
            let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            switch last {
            case underscore where isLetter: result.append(result.isEmpty ? byte : byte - 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z") where isLetter: result.append(byte)
            case _ where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte: result.append(byte)
            case _ where byte == underscore && last != underscore: break
            default: return convertedByFoundation(name)
            }
            last = byte
        }
        return last == underscore ? convertedByFoundation(name) : String(decoding: result, as: UTF8.self)
    }

    private static func convertedByFoundation(_ name: String) -> String {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let keys = try? decoder.decode(DecodedNames.self, from: data(from: [name: 0]))
        return keys?.names.first ?? name
    }

    /// The names of an object as a decoder shows them.
    private struct DecodedNames: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: JSONDecoderImpl._CodingKey.self).allKeys.map(\.stringValue)
        }
    }
}
