import Teapot
import TeapotMock

/// A cache for the kinds of names in a message, keyed by hash, because names repeat.
final class NameKinds {
    private let names: SecretNames
    private var kinds: [Int: SecretNames.Kind?] = [:]

    init(_ names: SecretNames) { self.names = names }

    /// Returns the kind of secret that a name stands for, or `nil` for none.
    func kind(of name: some Sequence<UInt8>) -> SecretNames.Kind? {
        var hash = 0xCBF2_9CE4
        for byte in name { hash = (hash ^ Int(byte)) &* 0x100_0000_01B3 }
        if let kind = kinds[hash] { return kind }
        let kind = names.kind(of: plain(String(decoding: Array(name), as: UTF8.self)))
        if kinds.count < 100_000 { kinds[hash] = .some(kind) }
        return kind
    }

    func kind(of name: String) -> SecretNames.Kind? { kind(of: name.utf8) }

    /// Returns the kind of secret in a query item or form field.
    ///
    /// A `code` of up to three characters is a country, currency or status code, and a `key` without a digit is just a
    /// name.
    func kind(ofItem name: String, _ value: some Collection<UInt8>) -> SecretNames.Kind? {
        if let kind = kind(of: name) { return kind }
        let isSecret =
            switch name.lowercased() {
            case "code": value.prefix(4).count > 3
            case "key": value.prefix(8).count > 7 && value.prefix(64).contains { 0x30...0x39 ~= $0 }
            default: true
            }
        return isSecret ? names.kind(ofItem: name) : nil
    }

    func isItem(_ name: String) -> Bool { names.kind(ofItem: name) != nil }

    /// Returns a name without percent-encoding, which may have been applied several times.
    private func plain(_ name: String) -> String {
        var name = name
        for _ in 0..<12 where name.utf8.contains(UInt8(ascii: "%")) { name = Request.decode(name) }
        return name
    }
}
