import Foundation

extension JSON {
    /// A text with the places of its values, and the state that its decoders share.
    ///
    /// As with Foundation's decoder, only one thread at a time may use it.
    final class ScannedText {
        /// A copy of the bytes, because a decoder may outlive the text.
        let bytes: [UInt8]
        let options: JSONDecoderImpl.Options
        /// The values in order, after a null that represents a missing value.
        ///
        /// Names and closing brackets are omitted. The count of an array is the number of its values, and the count of
        /// an object is its shape. The payload of both is the place after the last value.
        let values: [Token]
        /// The places of the members of all objects; an object's offset is the index of its first member.
        private let members: [Int]
        private let shapes: [Tokenizer.Shape]
        /// The numbers of the members by name, for the shapes requested so far.
        private var names: [Int: [String: Int]] = [:]
        /// Whether Foundation's result for a requested value is uncertain.
        private(set) var isUncertain = false
        /// The error with the path of the latest number that didn't fit its type.
        var misfit: DecodingError?

        /// Finds the values of a text, or returns `nil` if Foundation's result is uncertain.
        ///
        /// Foundation accepts more than RFC 8259, such as a trailing comma.
        init?(_ data: Data, _ options: JSONDecoderImpl.Options) {
            bytes = [UInt8](data)
            self.options = options
            guard !bytes.starts(with: JSON.byteOrderMark) else { return nil }
            guard let scanned = bytes.withUnsafeBufferPointer({ try? Self.scan($0) }) else { return nil }
            (values, members, shapes) = scanned
        }

        private static func scan(_ text: UnsafeBufferPointer<UInt8>) throws -> ([Token], [Int], [Tokenizer.Shape]) {
            var tokenizer = Tokenizer(text)
            var (values, members, containers) = ([Token(kind: .null, offset: 0, count: 0)], [Int](), [Int]())
            values.reserveCapacity(text.count / 8 + 8)
            while let token = try tokenizer.next() {
                switch token.kind {
                case .name: break
                case .endOfArray, .endOfObject:
                    let container = containers.removeLast()
                    values[container].count = Int(token.payload)
                    values[container].payload = UInt64(values.count)
                    guard token.kind == .endOfObject else { continue }
                    values[container].offset = members.count
                    var place = container + 1
                    while place < values.count {
                        members.append(place)
                        place = values[place].next(after: place)
                    }
                case .array, .object:
                    containers.append(values.count)
                    values.append(token)
                default: values.append(token)
                }
            }
            return (values, members, tokenizer.shapes)
        }

        /// Records that Foundation must decode the text, and returns an error for the calling initializer.
        func uncertainty() -> any Error {
            isUncertain = true
            return JSONError.numberIsNotRepresentableInSwift(parsed: "")
        }
    }
}

extension JSON.ScannedText {
    /// Returns the place of a member of an object.
    func place(ofMember number: Int, in object: Int) -> Int { members[values[object].offset + number] }

    /// Returns the numbers of an object's members by name, as converted by the key strategy.
    ///
    /// If several members have the same name, Foundation uses the first.
    func names(of object: Int, _ path: JSON.JSONDecoderImpl.Path?) throws -> [String: Int] {
        let shape = values[object].count
        if let known = names[shape] { return known }
        let list = writtenNames(of: object)
        func numbers(_ list: [String]) -> [String: Int] { Dictionary(zip(list, list.indices)) { first, _ in first } }
        switch options.keys {
        case .useDefaultKeys: names[shape] = numbers(list)
        case .convertFromSnakeCase: names[shape] = numbers(list.map(JSON.convertedFromSnakeCase))
        case .custom(let convert):
            let path = path.keys
            return numbers(list.map { convert(path + [JSON.JSONDecoderImpl._CodingKey(stringValue: $0)]).stringValue })
        @unknown default: throw uncertainty()
        }
        return names[shape] ?? [:]
    }

    /// Returns the names of an object as written in the text.
    func writtenNames(of object: Int) -> [String] {
        let shapes = sequence(first: values[object].count) { self.shapes[$0].parent }.prefix { $0 != 0 }
        return shapes.map { self.shapes[$0].name }.reversed()
    }

    /// Returns the string of a token.
    func string(_ token: JSON.Token) -> String {
        if token.kind == .escapedString { return JSON.string(quoted: bytes[token.range]) }
        return String(decoding: bytes[token.range].dropFirst().dropLast(), as: UTF8.self)
    }

    /// Returns a string, or `nil` for a value of another type.
    @inline(__always) func string(at place: Int) -> String? {
        values[place].kind.isString ? string(values[place]) : nil
    }

    /// Returns a whole number, or `nil` for a value of another type.
    @inline(__always) func integer<T: FixedWidthInteger>(_ type: T.Type, at place: Int) throws -> T? {
        let number = values[place]
        if number.kind == .integer, let value = T(exactly: Int64(bitPattern: number.payload)) { return value }
        return try wholeNumber(at: place)
    }

    /// Returns a whole number in another form, such as `1.0`, or with more than 64 bits.
    @inline(never) private func wholeNumber<T: FixedWidthInteger>(at place: Int) throws -> T? {
        guard let text = number(at: place) else { return nil }
        if let value = T(text) { return value }
        // As in Foundation, the number is rounded to a double first.
        guard let double = Double(text), let value = T(exactly: double) else { throw unreadable(text) }
        guard double.magnitude < 0x1p53 else { throw uncertainty() }
        return value
    }

    private func unreadable(_ text: String) -> JSON.JSONError { .numberIsNotRepresentableInSwift(parsed: text) }

    /// Returns a number, or `nil` for a value of another type.
    @inline(__always) func double(at place: Int) throws -> Double? {
        let number = values[place]
        switch number.kind {
        case .real: return Double(bitPattern: number.payload)
        case .integer: return Double(Int64(bitPattern: number.payload))
        default: return try floatingPoint(at: place)
        }
    }

    /// Returns a number, or `nil` for a value of another type, but throws an error if a string may represent infinity.
    @inline(never) func floatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(at place: Int) throws -> T? {
        guard let text = number(at: place) else {
            if case .throw = options.floats { return nil }
            throw uncertainty()
        }
        guard let value = T(text), value.isFinite else { throw unreadable(text) }
        // Zero has no digit but 0. Other texts for it are too small a number, or Foundation treats them as one.
        guard value != 0 || text.utf8.allSatisfy({ $0 <= UInt8(ascii: "0") }) else { throw uncertainty() }
        return value
    }

    /// Returns the text of a number, or `nil` for a value of another type.
    func number(at place: Int) -> String? {
        values[place].kind.isNumber ? String(decoding: bytes[values[place].range], as: UTF8.self) : nil
    }
}

extension JSON {
    /// An error with the name, description, and code of Foundation's own error, whose type isn't public.
    enum JSONError: CustomNSError {
        case numberIsNotRepresentableInSwift(parsed: String)

        static var errorDomain: String { "FoundationEssentials.JSONError" }
        var errorCode: Int { 11 }
    }
}
