import Foundation
import Teapot

/// A method packed into one word, so methods can be compared quickly.
///
/// Methods that are longer than seven characters or aren't ASCII have no key.
struct MethodKey: Equatable, Sendable {
    /// The key for every method.
    static let any = MethodKey(word: 0)
    /// The key that stands for methods without a key, which no route has.
    static let unknown = MethodKey(word: .max)
    /// The key of `GET`.
    static let get = MethodKey(word: 0x03_47_45_54)
    /// The key of `HEAD`.
    static let head = MethodKey(word: 0x04_48_45_41_44)

    private let word: UInt64

    private init(word: UInt64) { self.word = word }

    /// - Parameter method: The bytes of the method.
    init?(_ method: Segment) {
        guard 1...7 ~= method.count else { return nil }
        var word = UInt64(method.count)
        for byte in method {
            guard byte < 0x80 else { return nil }
            word = word << 8 | UInt64(byte)
        }
        self.word = word
    }

    /// Returns the key of a method or of its canonical equivalent in ASCII.
    ///
    /// - Parameter method: The bytes of the method.
    /// - Returns: The key, or ``unknown`` if there is none.
    static func canonical(_ method: Segment) -> MethodKey {
        if let key = MethodKey(method) { return key }
        guard method.contains(where: { $0 >= 0x80 }) else { return .unknown }
        return MethodKey(String(decoding: method, as: UTF8.self).precomposedStringWithCanonicalMapping) ?? .unknown
    }

    /// - Parameter method: The method, or `nil` for every method.
    init?(_ method: String?) {
        guard var method else {
            self = .any
            return
        }
        guard let key = method.withUTF8({ MethodKey($0) }) else { return nil }
        self = key
    }
}
