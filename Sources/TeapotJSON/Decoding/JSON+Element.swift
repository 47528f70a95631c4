extension JSON {
    /// A value of a text, or the beginning of an array or an object whose values follow.
    ///
    /// A list of these is a whole text. Numbers of the usual sizes are read, strings are only found. The names of an
    /// object are not in the list: they are the same for all objects of a shape.
    struct Element {
        /// The type of a value, and how much of it is known.
        ///
        /// Strings have escapes or not, and the latter are ASCII or not. An integer has up to 64 bits and neither a
        /// fraction nor an exponent. Of a real, the nearest `Double` is known, and of any other number only its text.
        enum Kind: UInt8 {
            case null, boolean, asciiString, plainString, escapedString, integer, real, number, array, object

            var isString: Bool { Self.asciiString.rawValue...Self.escapedString.rawValue ~= rawValue }
            var isNumber: Bool { Self.integer.rawValue...Self.number.rawValue ~= rawValue }
        }

        let kind: Kind
        /// The offset in the text of a number, or of a string behind its quote.
        ///
        /// In an object, the index of the element of the member that was asked for last. In an array or object that is
        /// still open, the index of the enclosing one.
        var offset = 0 as UInt32
        /// The number of bytes of a number or a string, the number of values of an array, or the shape of an object.
        var detail = 0 as UInt32
        /// The index of the element behind the value.
        var next = 0 as UInt32
        /// The bits of a Boolean, an integer or a real.
        ///
        /// In an object, the number of the member that was asked for last.
        var payload = 0 as UInt64
    }
}
