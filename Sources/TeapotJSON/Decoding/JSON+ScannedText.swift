import Foundation

extension JSON {
    /// A text whose values have been found, and what its decoders share.
    ///
    /// Like the decoder of Foundation, it may only be used by one thread at a time.
    final class ScannedText {
        /// The bytes, which are a copy, because a decoder may be kept for longer than the text.
        let bytes: [UInt8]
        let options: JSONDecoderImpl.Options
        /// The values in their order, after a null that stands for no value.
        ///
        /// Names and closing brackets are left out. The count of an array is the number of its values, and that of an
        /// object its shape. The payload of both is the place behind the last value.
        let values: [Token]
        private let shapes: [Tokenizer.Shape]
        /// The names of the shapes that were asked for.
        private var names: [Names?]
        /// The places of the members of large objects.
        private var places: [Int: [Int]] = [:]
        /// Whether it is not known how Foundation reads one of the values that were asked for.
        private(set) var isUncertain = false

        /// Finds the values of a text, or returns `nil` if it is not known how Foundation reads it.
        ///
        /// Foundation accepts more than RFC 8259, such as a comma before a closing bracket.
        init?(_ data: Data, _ options: JSONDecoderImpl.Options) {
            bytes = [UInt8](data)
            self.options = options
            guard !bytes.starts(with: JSON.byteOrderMark) else { return nil }
            let scanned = bytes.withUnsafeBufferPointer { try? Self.scan($0) }
            guard let scanned else { return nil }
            (values, shapes) = scanned
            names = Array(repeating: nil, count: shapes.count)
        }

        private static func scan(_ text: UnsafeBufferPointer<UInt8>) throws -> ([Token], [Tokenizer.Shape]) {
            var tokenizer = Tokenizer(text)
            var values = [Token(kind: .null, offset: 0, count: 0)]
            values.reserveCapacity(text.count / 8 + 8)
            var containers: [Int] = []
            while let token = try tokenizer.next() {
                switch token.kind {
                case .name: break
                case .endOfArray, .endOfObject:
                    let place = containers.removeLast()
                    values[place].count = Int(token.payload)
                    values[place].payload = UInt64(values.count)
                case .array, .object:
                    containers.append(values.count)
                    values.append(token)
                default: values.append(token)
                }
            }
            return (values, tokenizer.shapes)
        }

        /// Records that Foundation has to decode the text, and returns an error for the initializer that asked.
        func uncertainty() -> any Error {
            isUncertain = true
            return JSONError.numberIsNotRepresentableInSwift(parsed: "")
        }

        /// Returns the place behind a value.
        @inline(__always) func place(after place: Int) -> Int {
            let value = values[place]
            return value.kind == .array || value.kind == .object ? Int(value.payload) : place + 1
        }
    }

    /// The names of an object, as keys of a dictionary.
    final class Names {
        /// The names in their order in the text.
        let all: [String]
        /// The number of the first member with each name, which is the one that Foundation uses.
        let numbers: [String: Int]

        init(_ all: [String]) {
            self.all = all
            numbers = Dictionary(zip(all, all.indices)) { first, _ in first }
        }
    }
}

extension JSON.ScannedText {
    /// Returns the names of an object as the strategy for keys converts them.
    func names(of object: Int, _ path: JSON.JSONDecoderImpl.Path?) throws -> JSON.Names {
        let shape = values[object].count
        if let known = names[shape] { return known }
        let list = writtenNames(of: object)
        let made: JSON.Names
        switch options.keys {
        case .useDefaultKeys: made = JSON.Names(list)
        case .convertFromSnakeCase: made = JSON.Names(list.map(JSON.convertedFromSnakeCase))
        case .custom(let convert):
            let path = path.keys
            return JSON.Names(
                list.map { convert(path + [JSON.JSONDecoderImpl._CodingKey(stringValue: $0)]).stringValue })
        @unknown default: throw uncertainty()
        }
        names[shape] = made
        return made
    }

    /// Returns the names of an object as they are in the text.
    func writtenNames(of object: Int) -> [String] {
        let first = values[object].count
        let shapes = sequence(first: first) { self.shapes[$0].parent }.prefix { $0 != 0 }
        return shapes.map { string(self.shapes[$0].token) }.reversed()
    }

    /// Returns the place of a member, or 0 if the object has none of this name.
    func place(of name: String, in object: Int, _ names: JSON.Names) -> Int {
        if names.all.count <= 8 {
            guard let number = names.all.firstIndex(of: name) else { return 0 }
            return (0..<number).reduce(object + 1) { place, _ in self.place(after: place) }
        }
        guard let number = names.numbers[name] else { return 0 }
        if let known = places[object] { return known[number] }
        // Walking from the first member each time would cost quadratic time.
        let list = Array(sequence(first: object + 1) { self.place(after: $0) }.prefix(names.all.count))
        places[object] = list
        return list[number]
    }

    /// Returns the string of a token.
    func string(_ token: JSON.Token) -> String {
        if token.kind == .escapedString { return JSON.string(quoted: bytes[token.range]) }
        return String(decoding: bytes[token.range].dropFirst().dropLast(), as: UTF8.self)
    }
}
