import Foundation

extension JSONDecoder {
    /// Returns the decoder's error or an error with the key path of an invalid date or of a number that doesn't fit.
    ///
    /// Foundation reports the key path of the value that contains the date, and none for the number on Linux, so this
    /// decodes the text again to find them.
    func placing(_ error: any Error, of type: (some Decodable).Type, in text: Data) -> any Error {
        guard case DecodingError.dataCorrupted(let context) = error else { return error }
        let isMisfit = context.debugDescription.contains("valid JSON")
        let again = isMisfit ? Result { try JSON.decodeQuickly(type, from: text, with: self) } : nil
        if case .failure(let misfit as DecodingError)? = again { return misfit }
        guard case .iso8601 = dateDecodingStrategy else { return error }
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
        guard let path = place.withLock({ $0 }) else { return error }
        return DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: context.debugDescription))
    }
}
