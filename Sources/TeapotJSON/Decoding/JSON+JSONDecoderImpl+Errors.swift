extension JSON.JSONDecoderImpl {
    /// Returns the error for a value of another type, or for null.
    ///
    /// - Parameters:
    ///   - type: The type that was asked for.
    ///   - place: The place of the value.
    ///   - path: The path of the value.
    ///   - expected: The type in the text that was expected, if it is not the one that was asked for.
    /// - Returns: The error.
    @inline(never) func mismatch(_ type: Any.Type, at place: Int, _ path: Path?, expected: Any.Type? = nil) -> DecodingError
    {
        if source.tape.elements[place].kind == .null { return isNull(type, path) }
        return isOther(expected ?? type, at: place, path)
    }

    func isNull(_ type: Any.Type, _ path: Path?) -> DecodingError {
        .valueNotFound(type, context("Cannot get value of type \(type) -- found null value instead", path))
    }

    func isOther(_ type: Any.Type, at place: Int, _ path: Path?) -> DecodingError {
        .typeMismatch(type, context("Expected to decode \(type) but found \(describe(place)) instead.", path))
    }

    func noContainer(_ type: Any.Type, _ kind: String, at place: Int, _ path: Path?) -> DecodingError {
        guard source.tape.elements[place].kind == .null else { return isOther(type, at: place, path) }
        return .valueNotFound(type, context("Cannot get \(kind) decoding container -- found null value instead", path))
    }

    func context(_ description: String, _ path: Path?) -> DecodingError.Context {
        DecodingError.Context(codingPath: path.keys, debugDescription: description)
    }

    private func describe(_ place: Int) -> String {
        switch source.tape.elements[place].kind {
        case .asciiString, .plainString, .escapedString: "a string"
        case .integer, .real, .number: "number"
        case .boolean: "bool"
        case .null: "null"
        case .object: "a dictionary"
        case .array: "an array"
        }
    }
}
