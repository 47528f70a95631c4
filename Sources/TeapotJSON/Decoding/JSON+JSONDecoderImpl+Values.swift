import Foundation

extension JSON.JSONDecoderImpl {
    /// Decodes a value of any type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - place: The place of the value.
    ///   - path: The path of the value, evaluated only if needed.
    /// - Returns: The value.
    /// - Throws: The error that Foundation's type of the same name throws.
    func value<T: Decodable>(_ type: T.Type, at place: Int, _ path: @autoclosure () -> Path?) throws -> T {
        do { if let value = try scalar(type, at: place, path) { return value } } catch {
            throw noting(error, type, path())
        }
        if let value = try special(type, at: place, path) { return value }
        return try with(place, path()) { try type.init(from: self) }
    }

    /// Keeps the type and the path of a number that doesn't fit its type, and returns the error.
    @inline(never) private func noting(_ error: any Error, _ type: Any.Type, _ path: Path?) -> any Error {
        if error is JSON.JSONError { source.misfit = .dataCorrupted(context("the number doesn't fit \(type)", path)) }
        return error
    }

    /// Decodes a scalar, or returns `nil` for another type.
    @inline(__always) private func scalar<T>(_ type: T.Type, at place: Int, _ path: () -> Path?) throws -> T? {
        func same<S>(_ value: S?) throws -> T {
            guard let value else { throw mismatch(S.self, at: place, path()) }
            if let value = value as? T { return value }
            throw source.uncertainty()
        }
        let element = source.values[place]
        if type == String.self { return try same(source.string(at: place)) }
        if type == Int.self { return try same(try source.integer(Int.self, at: place)) }
        if type == Double.self { return try same(try source.double(at: place)) }
        if type == Bool.self { return try same(element.kind == .boolean ? element.payload != 0 : nil) }
        if type == Float.self { return try same(try source.floatingPoint(at: place) as Float?) }
        if type == Int8.self { return try same(try source.integer(Int8.self, at: place)) }
        if type == Int16.self { return try same(try source.integer(Int16.self, at: place)) }
        if type == Int32.self { return try same(try source.integer(Int32.self, at: place)) }
        if type == Int64.self { return try same(try source.integer(Int64.self, at: place)) }
        if type == UInt.self { return try same(try source.integer(UInt.self, at: place)) }
        if type == UInt8.self { return try same(try source.integer(UInt8.self, at: place)) }
        if type == UInt16.self { return try same(try source.integer(UInt16.self, at: place)) }
        if type == UInt32.self { return try same(try source.integer(UInt32.self, at: place)) }
        if type == UInt64.self { return try same(try source.integer(UInt64.self, at: place)) }
        return nil
    }

    /// Decodes a value of a type that doesn't decode itself or doesn't need to.
    ///
    /// This isn't part of ``value(_:at:_:)``, because each level of nesting adds that function's stack frame.
    @inline(never) private func special<T>(_ type: T.Type, at place: Int, _ path: () -> Path?) throws -> T? {
        func same<S>(_ value: S) -> T? { value as? T }
        if isNull(place), [Date.self, Data.self, URL.self, Decimal.self].contains(where: { $0 == type }) {
            throw mismatch(type, at: place, path())
        }
        if type == Date.self { return same(try date(at: place, path())) }
        if type == Data.self { return same(try data(at: place, path())) }
        if type == Decimal.self { return same(try decimal(at: place, path())) }
        if type == URL.self {
            return same(
                try checked(URL(string: try value(String.self, at: place, path())), "Invalid URL string.", path()))
        }
        if type == [Int].self { return array(at: place) { try source.integer(Int.self, at: $0) }.flatMap(same) }
        if type == [Double].self { return array(at: place) { try source.double(at: $0) }.flatMap(same) }
        if type == [String].self { return array(at: place) { source.string(at: $0) }.flatMap(same) }
        if case .useDefaultKeys = source.options.keys { return nil }
        // As in Foundation, the keys of such a dictionary aren't converted.
        guard let type = type as? any StringDictionary.Type else { return nil }
        return try type.read(at: place, path(), with: self) as? T
    }

    /// Returns a value, or throws an error if it's `nil` because its text is invalid.
    private func checked<T>(_ value: T?, _ description: String, _ path: Path?) throws -> T {
        if let value { return value }
        throw DecodingError.dataCorrupted(context(description, path))
    }

    private func date(at place: Int, _ path: Path?) throws -> Date {
        let strategy = source.options.dates
        if case .custom(let decode) = strategy { return try with(place, path) { try decode(self) } }
        if case .deferredToDate = strategy { return try with(place, path) { try Date(from: self) } }
        if case .iso8601 = strategy {
            let string = try value(String.self, at: place, path)
            let date = try? Date.ISO8601FormatStyle().parse(string)
            // As in Foundation, the path is that of the enclosing value.
            return try checked(date, "Expected date string to be ISO8601-formatted.", self.path)
        }
        let number = try value(Double.self, at: place, path)
        if case .secondsSince1970 = strategy { return Date(timeIntervalSince1970: number) }
        if case .millisecondsSince1970 = strategy { return Date(timeIntervalSince1970: number / 1000) }
        throw source.uncertainty()
    }

    private func data(at place: Int, _ path: Path?) throws -> Data {
        let strategy = source.options.data
        if case .custom(let decode) = strategy { return try with(place, path) { try decode(self) } }
        if case .deferredToData = strategy { return try with(place, path) { try Data(from: self) } }
        guard case .base64 = strategy else { throw source.uncertainty() }
        let string = try value(String.self, at: place, path)
        return try checked(Data(base64Encoded: string), "Encountered Data is not valid Base64.", path)
    }

    private func decimal(at place: Int, _ path: Path?) throws -> Decimal {
        let text = source.number(at: place)
        if let value = text.flatMap({ Decimal(string: $0) }) { return value }
        throw text == nil ? DecodingError.typeMismatch(Decimal.self, context("", path)) : source.uncertainty()
    }

    /// Decodes an array of scalars without the per-element calls of `Array.init(from:)`.
    ///
    /// - Returns: The array, or `nil` to decode it like other arrays, with their errors.
    private func array<T>(at place: Int, _ element: (Int) throws -> T?) -> [T]? {
        let array = source.values[place]
        guard array.kind == .array, Int(array.payload) - place - 1 == array.count else { return nil }
        let values = (place + 1..<Int(array.payload)).compactMap { try? element($0) }
        return values.count == array.count ? values : nil
    }
}

private typealias Impl = JSON.JSONDecoderImpl

/// A dictionary whose keys are strings.
private protocol StringDictionary {
    static func read(at place: Int, _ path: Impl.Path?, with decoder: Impl) throws -> Self
}

extension Dictionary: StringDictionary where Key == String, Value: Decodable {
    fileprivate static func read(at place: Int, _ path: Impl.Path?, with decoder: Impl) throws -> Self {
        guard decoder.source.values[place].kind == .object else {
            throw decoder.mismatch([String: Any].self, at: place, path)
        }
        var (result, next) = (Self(), place + 1)
        for name in decoder.source.writtenNames(of: place) {
            let key = Impl._CodingKey(stringValue: name)
            let value = try decoder.value(Value.self, at: next, .init(path, key))
            if result.index(forKey: name) == nil { result[name] = value }
            next = decoder.source.values[next].next(after: next)
        }
        return result
    }
}
