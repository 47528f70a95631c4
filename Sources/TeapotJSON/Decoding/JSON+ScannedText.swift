import Foundation

extension JSON {
    /// A text whose values have been found, and what the decoders of the text share.
    ///
    /// Like the decoder of Foundation, it may only be used by one thread at a time.
    final class ScannedText {
        /// The first byte.
        private(set) var start: UnsafePointer<UInt8>
        private var copy: UnsafeMutablePointer<UInt8>?
        let options: JSONDecoderImpl.Options
        let tape: Tape
        private let shapes: NameTree
        /// The names of the shapes that were asked for.
        private var names: [Names?]
        /// The places of the members of large objects that were not asked for in their order.
        private var places: [Int: [UInt32]] = [:]
        /// Whether it is not known how Foundation reads one of the values that were asked for.
        private(set) var isUncertain = false
        /// Whether the text has more than one decoder.
        var isShared = false

        init(_ scanner: consuming Scanner, _ options: JSONDecoderImpl.Options) {
            self.options = options
            start = scanner.start
            shapes = scanner.shapes
            names = Array(repeating: nil, count: scanner.shapes.nodes.count)
            tape = scanner.tape
        }

        deinit { copy?.deallocate() }

        /// Copies the bytes, which are then valid as long as the text.
        func keepBytes(count: Int) {
            guard copy == nil else { return }
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
            copy.update(from: start, count: count)
            start = UnsafePointer(copy)
            self.copy = copy
        }

        /// Records that Foundation has to decode the text, and returns an error for the initializer that asked.
        func uncertainty() -> any Error {
            isUncertain = true
            return JSONError.numberIsNotRepresentableInSwift(parsed: "")
        }

        /// The bytes of a number or a string.
        @inline(__always) func bytes(at offset: UInt32, count: Int) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: start + Int(offset), count: count)
        }

        /// Returns the place behind a value.
        @inline(__always) func place(after place: Int) -> Int {
            let element = tape.elements[place]
            return element.kind == .array || element.kind == .object ? element.next : place + 1
        }
    }

    /// An error with the name, the description and the code of Foundation's own, which no one can catch by its type.
    enum JSONError: CustomNSError {
        case numberIsNotRepresentableInSwift(parsed: String)

        static var errorDomain: String { "FoundationEssentials.JSONError" }
        var errorCode: Int { 11 }
    }
}

extension JSON.ScannedText {
    /// Returns the names of an object, from snake case if that is the strategy.
    func names(of object: Int) throws -> JSON.Names {
        let shape = tape.elements[object].detail
        if let known = names[shape] { return known }
        let list = try writtenNames(of: object)
        let made = JSON.Names(options.convertsFromSnakeCase ? list.map(JSON.convertedFromSnakeCase) : list)
        names[shape] = made
        return made
    }

    /// Returns the names of an object as they are in the text.
    func writtenNames(of object: Int) throws -> [String] {
        var list: [String] = []
        var last = tape.elements[object].detail
        while last != 0 {
            let node = shapes.nodes[last]
            guard let name = JSON.string(bytes(at: UInt32(node.offset), count: node.count), node.kind) else {
                throw uncertainty()
            }
            list.append(name)
            last = node.parent
        }
        return list.reversed()
    }

    /// Returns the place of a member, or 0 if the object has none of this name.
    ///
    /// The object remembers the member that was asked for last, since members are mostly asked for in their order.
    @inline(__always) func place(of name: String, in object: Int, _ names: JSON.Names) -> Int {
        let element = tape.elements[object]
        let number = element.length
        if names.isUnique, number < names.all.count {
            if names.all[number] == name { return Int(element.offset) }
            if number + 1 < names.all.count, names.all[number + 1] == name {
                return remember(number + 1, of: object, at: place(after: Int(element.offset)))
            }
        }
        return search(name, in: object, names)
    }

    @inline(__always) private func remember(_ number: Int, of object: Int, at place: Int) -> Int {
        tape.elements[object].offset = UInt32(truncatingIfNeeded: place)
        tape.elements[object].length = number
        return place
    }

    @inline(never) private func search(_ name: String, in object: Int, _ names: JSON.Names) -> Int {
        guard let number = names.firstNumber(of: name) else { return 0 }
        // Walking from the first member each time would cost quadratic time.
        if names.all.count > 32 { return Int(allPlaces(of: object)[number]) }
        var place = object + 1
        for _ in 0..<number { place = self.place(after: place) }
        return remember(number, of: object, at: place)
    }

    private func allPlaces(of object: Int) -> [UInt32] {
        if let known = places[object] { return known }
        var list: [UInt32] = []
        var place = object + 1
        while place < tape.elements[object].next {
            list.append(UInt32(place))
            place = self.place(after: place)
        }
        places[object] = list
        return list
    }
}
