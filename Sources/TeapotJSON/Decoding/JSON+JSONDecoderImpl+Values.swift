import Foundation

extension JSON.JSONDecoderImpl {
    /// Decodes a value of any type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - place: The place of the value.
    ///   - path: The path of the value, which is only made if it is needed.
    /// - Returns: The value.
    func value<T: Decodable>(_ type: T.Type, at place: Int, _ path: @autoclosure () -> Path?) throws -> T {
        if let value = try specialValue(type, at: place, path) { return value }
        return try with(place, path()) { try type.init(from: self) }
    }

    /// Decodes a value of a type that does not decode itself, or that need not.
    ///
    /// It is not a part of the function above, whose stack frame counts for each level of nesting.
    @inline(never) private func specialValue<T: Decodable>(
        _ type: T.Type, at place: Int, _ path: () -> Path?
    ) throws -> T? {
        if type == String.self { return try source.string(at: place).map { same($0, as: type) } }
        if type == Int.self { return try source.integer(Int.self, at: place).map { same($0, as: type) } }
        if type == Double.self { return try source.double(at: place).map { same($0, as: type) } }
        if type == Date.self { return same(try date(at: place, path()), as: type) }
        if type == Data.self { return same(try data(at: place, path()), as: type) }
        if type == URL.self { return same(try url(at: place, path()), as: type) }
        if type == Decimal.self { return same(try decimal(at: place, path()), as: type) }
        if type == [String].self { return try array(at: place) { try source.string(at: $0) }.map { same($0, as: type) } }
        if type == [Int].self { return try array(at: place) { try source.integer(Int.self, at: $0) }.map { same($0, as: type) } }
        if type == [Double].self { return try array(at: place) { try source.double(at: $0) }.map { same($0, as: type) } }
        // As in Foundation, the keys of such a dictionary are not converted.
        guard !source.options.hasDefaultKeys, let type = type as? any StringDictionary.Type else { return nil }
        return try dictionary(type, at: place, path()) as? T
    }

    /// Returns a value as what its type is known to be.
    @inline(__always) private func same<T, U>(_ value: T, as type: U.Type) -> U { unsafeBitCast(value, to: type) }

    private func date(at place: Int, _ path: Path?) throws -> Date {
        guard source.tape.elements[place].kind != .null else { throw isNull(Date.self, path) }
        switch source.options.dates {
        case .secondsSince1970: return Date(timeIntervalSince1970: try double(at: place, path))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try double(at: place, path) / 1000)
        case .iso8601:
            let string = try string(at: place, path)
            if let date = try? Date.ISO8601FormatStyle().parse(string) { return date }
            // As in Foundation, the path is that of the enclosing value.
            throw DecodingError.dataCorrupted(context("Expected date string to be ISO8601-formatted.", self.path))
        case .custom(let decode): return try with(place, path) { try decode(self) }
        default: return try with(place, path) { try Date(from: self) }
        }
    }

    private func data(at place: Int, _ path: Path?) throws -> Data {
        guard source.tape.elements[place].kind != .null else { throw isNull(Data.self, path) }
        switch source.options.data {
        case .base64:
            if let data = Data(base64Encoded: try string(at: place, path)) { return data }
            throw DecodingError.dataCorrupted(context("Encountered Data is not valid Base64.", path))
        case .custom(let decode): return try with(place, path) { try decode(self) }
        default: return try with(place, path) { try Data(from: self) }
        }
    }

    private func url(at place: Int, _ path: Path?) throws -> URL {
        guard source.tape.elements[place].kind != .null else { throw isNull(URL.self, path) }
        if let url = URL(string: try string(at: place, path)) { return url }
        throw DecodingError.dataCorrupted(context("Invalid URL string.", path))
    }

    private func decimal(at place: Int, _ path: Path?) throws -> Decimal {
        guard source.tape.elements[place].kind != .null else { throw isNull(Decimal.self, path) }
        guard let text = source.number(at: place) else {
            throw DecodingError.typeMismatch(Decimal.self, context("", path))
        }
        guard let value = Decimal(string: text) else { throw source.uncertainty() }
        return value
    }

    func string(at place: Int, _ path: @autoclosure () -> Path?) throws -> String {
        if let value = try source.string(at: place) { return value }
        throw mismatch(String.self, at: place, path())
    }

    func double(at place: Int, _ path: @autoclosure () -> Path?) throws -> Double {
        if let value = try source.double(at: place) { return value }
        throw mismatch(Double.self, at: place, path())
    }

    func float(at place: Int, _ path: @autoclosure () -> Path?) throws -> Float {
        if let value: Float = try source.floatingPoint(at: place) { return value }
        throw mismatch(Float.self, at: place, path())
    }

    @inline(__always) func integer<T: FixedWidthInteger>(
        _ type: T.Type, at place: Int, _ path: @autoclosure () -> Path?
    ) throws -> T {
        if let value = try source.integer(type, at: place) { return value }
        throw mismatch(type, at: place, path())
    }

    func boolean(at place: Int, _ path: @autoclosure () -> Path?) throws -> Bool {
        if let value = source.boolean(at: place) { return value }
        throw isOther(Bool.self, at: place, path())
    }
}

extension JSON.JSONDecoderImpl {
    /// Decodes an array of scalars without the calls for each element that `Array.init(from:)` makes.
    ///
    /// - Returns: The array, or `nil` if it is to be decoded as others are, with their errors.
    private func array<T>(at place: Int, _ element: (Int) throws -> T?) rethrows -> [T]? {
        let array = source.tape.elements[place]
        guard array.kind == .array else { return nil }
        var result: [T] = []
        result.reserveCapacity(array.detail)
        for place in (place + 1)..<array.next {
            guard let value = try element(place) else { return nil }
            result.append(value)
        }
        return result
    }

    private func dictionary<T: StringDictionary>(_ type: T.Type, at place: Int, _ path: Path?) throws -> T {
        let object = source.tape.elements[place]
        if object.kind == .null { throw isNull([String: Any].self, path) }
        guard object.kind == .object else { throw isOther([String: Any].self, at: place, path) }
        var result = T()
        var next = place + 1
        for name in try source.writtenNames(of: place) {
            let value = try value(T.Value.self, at: next, Path(path, .key(_CodingKey.string(name))))
            result.add(name, value)
            next = source.place(after: next)
        }
        return result
    }
}

/// A dictionary whose keys are strings.
private protocol StringDictionary {
    associatedtype Value: Decodable

    init()
    /// Adds a value unless there is one with this key.
    mutating func add(_ key: String, _ value: Value)
}

extension Dictionary: StringDictionary where Key == String, Value: Decodable {
    fileprivate mutating func add(_ key: String, _ value: Value) {
        if index(forKey: key) == nil { self[key] = value }
    }
}
