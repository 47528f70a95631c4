import Foundation
import TeapotMockServer
import TeapotMock

/// The parsed arguments after a command: options and words.
struct Arguments: Sendable {
    /// The command's full name, for errors.
    let command: String
    /// The values of the options by name; a flag has an empty value.
    var values: [String: [String]] = [:]
    /// The words that are neither options nor their values.
    var words: [String] = []

    /// Returns whether an option was given.
    func has(_ option: String) -> Bool { values[option] != nil }

    /// Accesses the value of an option, or `nil` if it wasn't given.
    subscript(option: String) -> String? { values[option]?.last }

    /// Returns the values of an option that can be repeated.
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// Returns the word at an index, or `nil` if there are fewer.
    func word(_ index: Int) -> String? { index < words.count ? words[index] : nil }

    /// Returns the error for incorrect usage, with a reference to the help page.
    func misuse(_ what: String) -> UsageError { UsageError(what, command: command) }

    /// Throws an error if one of several options was given, with the reason it doesn't fit.
    func refuse(_ options: [String], _ reason: String) throws(UsageError) {
        if let option = options.first(where: has) { throw misuse("“--\(option)” \(reason).") }
    }
}

extension Arguments {
    /// Returns a port number, or `nil` if the option wasn't given.
    func port(_ option: String) throws(UsageError) -> UInt16? {
        try value(option, "a port", "a number from 1 to 65535, or 0 for any free port") { UInt16($0) }
    }

    /// Returns a number of seconds, or `nil` if the option wasn't given.
    func seconds(_ option: String, orNone: Bool = false) throws(UsageError) -> Double? {
        let kind = orNone ? "a time" : "a time above 0"
        return try value(option, kind, "seconds or milliseconds, such as 2, 0.5 or 200ms") { text in
            let unit = ["ms", "s"].first(where: text.hasSuffix) ?? ""
            let number = Self.decimal(String(text.dropLast(unit.count)), orZero: orNone)
            return number.map { unit == "ms" ? $0 / 1000 : $0 }
        }
    }

    /// Returns a speed, which is infinite for `max`; 1 if the option wasn't given.
    func speed() throws(UsageError) -> Double {
        try value("speed", "a speed", "a factor such as 4 or 0.5, or max") {
            $0 == "max" ? .infinity : Self.decimal($0)
        } ?? 1
    }

    /// Returns a number of megabytes in bytes, or `nil` if the option wasn't given.
    func megabytes(_ option: String) throws(UsageError) -> Int? {
        try value(option, "a size", "megabytes, such as 64") { UInt32($0).flatMap { $0 > 1_000_000 ? nil : Int($0) } }
            .map { $0 * 1_000_000 }
    }

    /// Returns the value of an option, or `nil` if it wasn't given.
    private func value<Value>(
        _ option: String, _ kind: String, _ advice: String, _ parse: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = self[option] else { return nil }
        if let value = parse(text) { return value }
        throw misuse("“\(text)” is not \(kind) for “--\(option)”; use \(advice).")
    }

    private static func decimal(_ text: String, orZero: Bool = false) -> Double? {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }) else { return nil }
        return Double(text).flatMap { ($0 > 0 || orZero) && $0 <= 1_000_000 ? $0 : nil }
    }

    /// Returns one of several words, or `nil` if the option wasn't given; `meant` has better hints for other words.
    func choice(_ option: String, of names: [String], meant: [String: String] = [:]) throws(UsageError) -> String? {
        guard let text = self[option], !names.contains(text) else { return self[option] }
        let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        let hint = (meant[text] ?? text.closest(among: names)).map { " Did you mean “\($0)”?" } ?? ""
        throw misuse("“\(text)” is not a value for “--\(option)”; use \(list).\(hint)")
    }

    /// Returns the live server that `--live` names, or `nil` if it wasn't given.
    func liveServer() throws(UsageError) -> LiveServer? { try liveServer(self["live"], for: "“--live”") }

    /// Returns the live server with a URL, which may contain a user and a password, or `nil` if there's no text.
    func liveServer(_ text: String?, for what: String) throws(UsageError) -> LiveServer? {
        guard let text, let url = try liveURL(text, for: what) else { return nil }
        let isLocal = ["localhost", "127.0.0.1", "::1", "0.0.0.0"].contains(url.host)
        if isLocal, url.port == Int(try port("port") ?? Address.defaultPort) {
            throw misuse("“\(url)” is where “\(command)” itself listens; choose another port with --port.")
        }
        return LiveServer(url: url, credentials: Address(text)?.credentials, allowedHosts: try hosts("allow-host"))
    }

    /// Returns the URL of a live server without user and password, or `nil` if there's no text.
    func liveURL(_ text: String?, for what: String) throws(UsageError) -> URL? {
        guard let text else { return nil }
        // A bare word is more likely a forgotten scheme or a folder than a host.
        let address = text.contains(":") || text.hasPrefix("localhost") ? Address(text) : nil
        guard let url = address.flatMap({ URL(string: $0.base + $0.path) }) else {
            let reason = Address.flaw(of: text)
            throw misuse("“\(text)” is not a URL for \(what)\(reason); use one such as https://api.example.com/v1.")
        }
        return url
    }

    /// Returns the hosts, each with an optional port, that an option names.
    func hosts(_ option: String) throws(UsageError) -> [String] {
        for text in all(option) {
            guard let address = Address(text), address.base == "http://" + text, !text.contains("*") else {
                let advice = "use a name such as tea.local, or tea.local:8080"
                throw misuse("“\(text)” is not a host for “--\(option)”; \(advice).")
            }
        }
        return all(option)
    }

    /// Returns the policy for pages from other origins, or `nil` if the option wasn't given.
    func cors(_ option: String) throws(UsageError) -> CORSPolicy? {
        guard has(option) else { return nil }
        // The origin of a page opened from a file is “null”.
        var origins = all(option).filter { $0 == "null" }
        for text in all(option) where !text.isEmpty && text != "null" {
            // A bare name probably isn't meant as an origin, which begins with a scheme.
            guard text.contains("://") || text.hasPrefix(":"), let address = Address(text), address.path == "/",
                address.credentials == nil, !text.contains("*")
            else {
                let isHost = text.contains(/^[\w-]+(\.[\w-]+)+$/)
                let example = isHost ? "write --\(option)=http://\(text)" : "use one such as http://localhost:3000"
                let advice = "\(example), or “--\(option)” alone for every origin"
                throw misuse("“\(text)” is not an origin for “--\(option)”; \(advice).")
            }
            origins.append(address.base)
        }
        return CORSPolicy(origins: origins.isEmpty ? nil : origins)
    }
}
