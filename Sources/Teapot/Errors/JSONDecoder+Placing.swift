import Foundation

extension JSONDecoder {
    /// Returns the decoder's error or, if a date is invalid, an error with the key path of the date.
    ///
    /// Foundation reports the key path of the value that contains the date, so this decodes the text again to find it.
    func placing(_ error: any Error, of type: (some Decodable).Type, in text: Data) -> any Error {
        guard case .iso8601 = dateDecodingStrategy, case DecodingError.dataCorrupted = error else { return error }
        let other = JSONDecoder()
        other.dataDecodingStrategy = dataDecodingStrategy
        other.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
        other.keyDecodingStrategy = keyDecodingStrategy
        other.userInfo = userInfo
        let place = Locked<[any CodingKey]?>(nil)
        other.dateDecodingStrategy = .custom { decoder in
            let string = try decoder.singleValueContainer().decode(String.self)
            if let date = try? Date.ISO8601FormatStyle().parse(string) { return date }
            place.withLock { $0 = decoder.codingPath }
            throw error
        }
        _ = try? other.decode(type, from: text)
        guard let path = place.withLock({ $0 }), case DecodingError.dataCorrupted(let context) = error else {
            return error
        }
        return DecodingError.dataCorrupted(
            .init(
                codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError))
    }
}
