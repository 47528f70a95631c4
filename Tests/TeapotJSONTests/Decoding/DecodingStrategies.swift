import Foundation

/// Decoders with each combination of strategies.
enum DecodingStrategies {
    /// A custom strategy's error.
    struct Refusal: Error {}

    private static let formatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd"
        return formatter
    }()

    /// Returns a decoder with strategies chosen by a generator.
    static func decoder(_ documents: inout DecodingDocuments) -> JSONDecoder {
        let decoder = JSONDecoder()
        switch documents.number(below: 9) {
        case 0: decoder.dateDecodingStrategy = .secondsSince1970
        case 1: decoder.dateDecodingStrategy = .millisecondsSince1970
        case 2, 3: decoder.dateDecodingStrategy = .iso8601
        case 4: decoder.dateDecodingStrategy = .formatted(formatter)
        case 5:
            decoder.dateDecodingStrategy = .custom { decoder in
                let value = try decoder.singleValueContainer()
                if let text = try? value.decode(String.self) {
                    return Date(timeIntervalSince1970: Double(text.utf8.count))
                }
                let list = try? decoder.unkeyedContainer()
                if let count = list?.count { return Date(timeIntervalSince1970: Double(count)) }
                guard decoder.codingPath.count < 4 else { throw Refusal() }
                return Date(timeIntervalSinceReferenceDate: try value.decode(Double.self))
            }
        default: break
        }
        switch documents.number(below: 6) {
        case 0: decoder.dataDecodingStrategy = .deferredToData
        case 1:
            decoder.dataDecodingStrategy = .custom { decoder in
                let path = decoder.codingPath.map(\.stringValue).joined(separator: "/")
                return Data((try decoder.singleValueContainer().decode(String.self) + path).utf8)
            }
        default: break
        }
        switch documents.number(below: 5) {
        case 0:
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        case 1:
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "é", negativeInfinity: "a", nan: "")
        default: break
        }
        switch documents.number(below: 7) {
        case 0, 1: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case 2:
            decoder.keyDecodingStrategy = .custom { path in
                let name = path.last?.stringValue ?? ""
                return DecodingProbe.Key(stringValue: path.count > 2 ? name : String(name.drop { $0 == "_" }))
            }
        case 3:
            decoder.keyDecodingStrategy = .custom { path in
                DecodingProbe.Key(
                    stringValue: path.map { "\($0.intValue ?? 0)" }.joined() == "0" ? "a" : path.last?.stringValue ?? ""
                )
            }
        default: break
        }
        return decoder
    }
}
