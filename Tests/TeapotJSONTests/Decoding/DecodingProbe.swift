import Foundation

/// A type that asks its decoder for values chosen by a seed, and records everything it gets.
///
/// It catches the error of each request, so that it sees errors that a caller never does.
struct DecodingProbe: Decodable {
    let log: [String]

    init(from decoder: any Decoder) throws {
        var asker = Asker(seed: decoder.userInfo[.seed] as? UInt64 ?? 0)
        asker.ask(decoder, 0)
        asker.askWhatWasKept()
        log = asker.log
        if asker.documents.isChosen(oneIn: 12) { throw asker.lastError ?? CocoaError(.coderInvalidValue) }
    }

    /// Any name, with a number or without.
    struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = Int(stringValue)
        }
        init(intValue: Int) {
            stringValue = "\(intValue)"
            self.intValue = intValue
        }
    }
}

extension CodingUserInfoKey {
    /// The key of a seed.
    static let seed = Self(rawValue: "seed") ?? { preconditionFailure() }()
}

extension DecodingProbe {
    fileprivate struct Asker {
        var documents: DecodingDocuments
        var log: [String] = []
        var lastError: (any Error)?
        private var keptDecoders: [any Decoder] = []
        private var keptObjects: [KeyedDecodingContainer<Key>] = []
        private var keptArrays: [any UnkeyedDecodingContainer] = []
        private var rest = 60

        init(seed: UInt64) { documents = DecodingDocuments(seed: seed) }

        /// Records a closure's result or error.
        mutating func note<Value>(_ name: String, _ body: () throws -> Value) -> Value? {
            do {
                let value = try body()
                if !(value is any Decoder), !(value is any UnkeyedDecodingContainer),
                    !(value is KeyedDecodingContainer<Key>), !(value is any SingleValueDecodingContainer)
                {
                    log.append("\(name) \(DecodingOutcome.describe(value))")
                }
                return value
            } catch {
                // The first of several mistakes that a dictionary finds depends on its hash order.
                if name.contains("Dictionary") || name.contains("Anything") {
                    log.append("\(name) fails")
                } else {
                    lastError = error
                    log.append("\(name) \(DecodingOutcome.describe(error: error))")
                }
                return nil
            }
        }

        mutating func ask(_ decoder: any Decoder, _ depth: Int) {
            log.append("decoder \(DecodingOutcome.describe(path: decoder.codingPath)) \(decoder.userInfo.count)")
            if documents.isChosen(oneIn: 8) { keptDecoders.append(decoder) }
            for _ in 0...documents.number(below: 2) where rest > 0 && depth < 6 {
                rest -= 1
                switch documents.number(below: 5) {
                case 0, 1:
                    if let object = note("keyed", { try decoder.container(keyedBy: Key.self) }) { ask(object, depth) }
                case 2, 3: if let array = note("unkeyed", { try decoder.unkeyedContainer() }) { ask(array, depth) }
                default: if let single = note("single", { try decoder.singleValueContainer() }) { ask(single, depth) }
                }
            }
        }

        mutating func ask(_ object: KeyedDecodingContainer<Key>, _ depth: Int) {
            if documents.isChosen(oneIn: 8) { keptObjects.append(object) }
            let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
            log.append("\(DecodingOutcome.describe(path: object.codingPath)) has \(keys.map(\.stringValue))")
            for _ in 0...documents.number(below: 6) where rest > 0 {
                rest -= 1
                let isThere = !documents.isChosen(oneIn: 4) && !keys.isEmpty
                let key = isThere ? documents.pick(keys) : Key(stringValue: documents.pick(DecodingDocuments.names))
                switch documents.number(below: 16) {
                case 0: _ = note("contains") { object.contains(key) }
                case 1: _ = note("nil") { try object.decodeNil(forKey: key) }
                case 2:
                    if let nested = note("nested", { try object.nestedContainer(keyedBy: Key.self, forKey: key) }) {
                        ask(nested, depth + 1)
                    }
                case 3:
                    if let nested = note("list", { try object.nestedUnkeyedContainer(forKey: key) }) {
                        ask(nested, depth + 1)
                    }
                case 4: if let other = note("super", { try object.superDecoder(forKey: key) }) { ask(other, depth + 1) }
                case 5: if let other = note("super", { try object.superDecoder() }) { ask(other, depth + 1) }
                case 6: _ = note("wide") { try object.decode(WidestInt.self, forKey: key) }
                case 7: _ = note("wide") { try object.decodeIfPresent(WidestUInt.self, forKey: key) }
                default:
                    let type = documents.pick(DecodingZoo.scalars)
                    if documents.isChosen(oneIn: 2) {
                        _ = note("\(type)") { try type.read(object, key) }
                    } else {
                        _ = note("\(type)?") { try type.readIfPresent(object, key) }
                    }
                }
            }
        }

        mutating func ask(_ list: any UnkeyedDecodingContainer, _ depth: Int) {
            var list = list
            for _ in 0...documents.number(below: 8) where rest > 0 {
                rest -= 1
                log.append(
                    "\(DecodingOutcome.describe(path: list.codingPath)) \(list.currentIndex) \(list.isAtEnd) \(list.count ?? -1)"
                )
                if documents.isChosen(oneIn: 12) { keptArrays.append(list) }
                switch documents.number(below: 14) {
                case 0: _ = note("nil") { try list.decodeNil() }
                case 1:
                    if let nested = note("nested", { try list.nestedContainer(keyedBy: Key.self) }) {
                        ask(nested, depth + 1)
                    }
                case 2: if let nested = note("list", { try list.nestedUnkeyedContainer() }) { ask(nested, depth + 1) }
                case 3: if let other = note("super", { try list.superDecoder() }) { ask(other, depth + 1) }
                case 4: _ = note("wide") { try list.decode(WidestUInt.self) }
                case 5: _ = note("wide") { try list.decodeIfPresent(WidestInt.self) }
                default:
                    let type = documents.pick(DecodingZoo.scalars)
                    if documents.isChosen(oneIn: 2) {
                        _ = note("\(type)") { try type.read(&list) }
                    } else {
                        _ = note("\(type)?") { try type.readIfPresent(&list) }
                    }
                }
            }
        }

        mutating func ask(_ value: any SingleValueDecodingContainer, _ depth: Int) {
            log.append(DecodingOutcome.describe(path: value.codingPath))
            for _ in 0...documents.number(below: 3) where rest > 0 {
                rest -= 1
                let type = documents.pick(DecodingZoo.scalars)
                switch documents.number(below: 6) {
                case 0: _ = note("nil") { value.decodeNil() }
                case 1: _ = note("wide") { try value.decode(WidestInt.self) }
                default: _ = note("\(type)") { try type.read(value) }
                }
            }
        }

        mutating func askWhatWasKept() {
            rest = 20
            for decoder in keptDecoders { ask(decoder, 5) }
            for object in keptObjects { ask(object, 5) }
            for list in keptArrays { ask(list, 5) }
        }
    }
}

/// A type that is decoded by each of the containers' own methods for it, if they have any.
protocol ProbedType: Decodable {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self?
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self
}

extension ProbedType {
    static func read(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws -> Self {
        try object.decode(Self.self, forKey: key)
    }
    static func readIfPresent(_ object: KeyedDecodingContainer<DecodingProbe.Key>, _ key: DecodingProbe.Key) throws
        -> Self?
    {
        try object.decodeIfPresent(Self.self, forKey: key)
    }
    static func read(_ list: inout any UnkeyedDecodingContainer) throws -> Self { try list.decode(Self.self) }
    static func readIfPresent(_ list: inout any UnkeyedDecodingContainer) throws -> Self? {
        try list.decodeIfPresent(Self.self)
    }
    static func read(_ value: any SingleValueDecodingContainer) throws -> Self { try value.decode(Self.self) }
}
