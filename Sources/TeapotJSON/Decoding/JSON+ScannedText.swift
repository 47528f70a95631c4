import Foundation

extension JSON {
    /// A text whose values have been found, and what its decoders share.
    ///
    /// Like the decoder of Foundation, it may only be used by one thread at a time.
    final class ScannedText {
        /// The bytes, which are a copy, because a decoder may be kept for longer than the text.
        let bytes: [UInt8]
        let options: JSONDecoderImpl.Options
        let elements: UnsafeMutableBufferPointer<Element>
        private let shapes: NameTree
        /// The names of the shapes that were asked for.
        private var names: [Names?]
        /// The places of the members of large objects that were not asked for in their order.
        private var places: [Int: [Int]] = [:]
        /// Whether it is not known how Foundation reads one of the values that were asked for.
        private(set) var isUncertain = false

        /// Finds the values of a text, or returns `nil` if it is not known how Foundation reads it.
        init?(_ data: Data, _ options: JSONDecoderImpl.Options) {
            let bytes = [UInt8](data)
            let scanner = bytes.withUnsafeBufferPointer { text -> Scanner? in
                guard let start = text.baseAddress else { return nil }
                var scanner = Scanner(start: start, count: text.count)
                return scanner.scan() ? scanner : nil
            }
            guard let scanner else { return nil }
            self.bytes = bytes
            self.options = options
            elements = .allocate(capacity: scanner.elements.count)
            _ = elements.initialize(from: scanner.elements)
            shapes = scanner.shapes
            names = Array(repeating: nil, count: shapes.nodes.count)
        }

        deinit { elements.deallocate() }

        /// Records that Foundation has to decode the text, and returns an error for the initializer that asked.
        func uncertainty() -> any Error {
            isUncertain = true
            return JSONError.numberIsNotRepresentableInSwift(parsed: "")
        }

        /// Returns the place behind a value.
        @inline(__always) func place(after place: Int) -> Int { Int(elements[place].next) }
    }
}

extension JSON.ScannedText {
    /// Returns the names of an object as the strategy for keys converts them.
    func names(of object: Int, _ path: JSON.JSONDecoderImpl.Path?) throws -> JSON.Names {
        let shape = Int(elements[object].detail)
        if let known = names[shape] { return known }
        let list = try writtenNames(of: object)
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
    func writtenNames(of object: Int) throws -> [String] {
        var list: [String] = []
        var last = Int(elements[object].detail)
        while last != 0 {
            let node = shapes.nodes[last]
            list.append(try string(node.kind, at: node.offset, count: node.count))
            last = node.parent
        }
        return list.reversed()
    }

    /// Returns the place of a member, or 0 if the object has none of this name.
    ///
    /// The object remembers the member that was asked for last, since members are mostly asked for in their order.
    @inline(__always) func place(of name: String, in object: Int, _ names: JSON.Names) -> Int {
        let element = elements[object]
        let number = Int(element.payload)
        if names.isUnique, number < names.all.count {
            if names.all[number] == name { return Int(element.offset) }
            if number + 1 < names.all.count, names.all[number + 1] == name {
                return remember(number + 1, of: object, at: place(after: Int(element.offset)))
            }
        }
        return search(name, in: object, names)
    }

    @inline(__always) private func remember(_ number: Int, of object: Int, at place: Int) -> Int {
        elements[object].offset = UInt32(place)
        elements[object].payload = UInt64(number)
        return place
    }

    @inline(never) private func search(_ name: String, in object: Int, _ names: JSON.Names) -> Int {
        guard let number = names.firstNumber(of: name) else { return 0 }
        let known = places[object]
        let list = known ?? Array(sequence(first: object + 1) { self.place(after: $0) }.prefix(names.all.count))
        // Walking from the first member each time would cost quadratic time.
        if known == nil, list.count > 32 { places[object] = list }
        return remember(number, of: object, at: list[number])
    }
}
