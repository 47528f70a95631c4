extension JSON {
    /// A part of a text: a scalar, a name, or a bracket.
    package struct Token: Sendable {
        /// The type of a token, and how much of its value is known.
        ///
        /// An integer has up to 64 bits and neither a fraction nor an exponent. Of a real, the nearest `Double` is
        /// known, and of any other number only its text.
        package enum Kind: UInt8, Sendable {
            case null, boolean, string, escapedString, integer, real, number, array, object, endOfArray, endOfObject
            case name

            package var isString: Bool { self == .string || self == .escapedString }
            package var isNumber: Bool { self == .integer || self == .real || self == .number }
        }

        package let kind: Kind
        /// The offset of the first byte in the text.
        package let offset: Int
        /// The number of bytes in the text, with the quotes of a string or a name.
        package var count: Int
        /// The bits of a Boolean, an integer or a real, or the shape of an object up to a name.
        ///
        /// At the end of an object or an array, its shape or the number of its values.
        var payload: UInt64 = 0

        package var range: Range<Int> { offset..<offset + count }
    }
}
