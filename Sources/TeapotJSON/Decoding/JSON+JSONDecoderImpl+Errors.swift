extension JSON.JSONDecoderImpl {
    /// Returns the error for a value of another type, or for null.
    ///
    /// - Parameters:
    ///   - type: The type that was asked for.
    ///   - place: The place of the value.
    ///   - path: The path of the value.
    ///   - container: The kind of the container that was asked for, if it was not a value.
    /// - Returns: The error.
    @inline(never) func mismatch(
        _ type: Any.Type, at place: Int, _ path: Path?, container: String? = nil
    ) -> DecodingError {
        if isNull(place), type != Bool.self {
            let subject = container.map { "\($0) decoding container" } ?? "value of type \(type)"
            return .valueNotFound(type, context("Cannot get \(subject) -- found null value instead", path))
        }
        let found =
            switch source.values[place].kind {
            case .string, .escapedString: "a string"
            case .integer, .real, .number: "number"
            case .boolean: "bool"
            case .null: "null"
            case .object: "a dictionary"
            default: "an array"
            }
        return .typeMismatch(type, context("Expected to decode \(type) but found \(found) instead.", path))
    }

    func context(_ description: String, _ path: Path?) -> DecodingError.Context {
        DecodingError.Context(codingPath: path.keys, debugDescription: description)
    }
}
