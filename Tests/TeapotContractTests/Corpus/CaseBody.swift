import Foundation
import Teapot
import TeapotMock
import TeapotTestResources

/// A body, as written in a case file.
///
/// | key | value | meaning |
/// |---|---|---|
/// | none | | no body |
/// | `text` | a string | its UTF-8 |
/// | `json` | any JSON | the document; an expected one is compared by value, as ``JSON`` compares |
/// | `base64` | a string | the bytes |
/// | `repeated` | `{"text": …, "times": …}` | a repeated text, for long bodies |
/// | `file` | a name | a file of `TestResources/Fixtures` |
/// | `form` | `[[name, value], …]` | a form; only of a request |
/// | `stream` | `[text, …]` | consecutive pieces; only of a mock's response |
/// | `contains` | `[text, …]` | texts that the body contains; only of an expected response |
enum CaseBody: Sendable {
    case nothing
    case text(String)
    case json(any Sendable)
    case bytes(Data)
    case file(String)
    case form([URLQueryItem])
    case stream([String])
    case containing([String])

    /// The keys of all bodies.
    static let kinds = ["text", "json", "base64", "repeated", "file"]

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - members: The members of the owner.
    ///   - owner: The request or response that has the body.
    /// - Throws: ``CaseError`` if there are several bodies, or one is invalid.
    init(_ members: [String: CaseValue], of owner: CaseValue) throws(CaseError) {
        let kinds = (Self.kinds + ["form", "stream", "contains"]).filter { members[$0] != nil }
        guard kinds.count < 2 else { throw owner.error("has several bodies: \(kinds.joined(separator: ", "))") }
        guard let kind = kinds.first, let value = members[kind] else {
            self = .nothing
            return
        }
        switch kind {
        case "text": self = .text(try value.text())
        case "json": self = .json(value.value)
        case "base64":
            guard let bytes = Data(base64Encoded: try value.text()) else { throw value.error("is no base64") }
            self = .bytes(bytes)
        case "repeated":
            let parts = try value.members("text", "times")
            guard let text = parts["text"], let times = parts["times"] else { throw value.error("lacks text or times") }
            self = .bytes(Data(String(repeating: try text.text(), count: try times.integer(from: 1)).utf8))
        case "file": self = .file(try value.text())
        case "form": self = .form(try Self.items(value))
        case "stream": self = .stream(try Self.texts(value))
        default: self = .containing(try Self.texts(value))
        }
    }

    private static func texts(_ value: CaseValue) throws(CaseError) -> [String] {
        var texts: [String] = []
        for element in try value.elements() { texts.append(try element.text()) }
        return texts
    }

    private static func items(_ value: CaseValue) throws(CaseError) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        for element in try value.elements() {
            let pair = try texts(element)
            guard pair.count == 2 else { throw element.error("is no pair of a name and a value") }
            items.append(URLQueryItem(name: pair[0], value: pair[1]))
        }
        return items
    }

    /// Returns the bytes of a fixture file.
    static func contents(of file: String) throws -> Data {
        try Data(contentsOf: Fixtures.directory.appendingPathComponent(file))
    }

    /// Returns the difference of a body from this one; `nil` if there is none.
    func difference(from actual: Data) throws -> String? {
        let got = "got \(actual.count) bytes: \(String(decoding: actual.prefix(300), as: UTF8.self).debugDescription)"
        func compare(_ expected: Data) -> String? {
            actual == expected ? nil : "expected \(expected.count) other bytes as the body, \(got)"
        }
        switch self {
        case .nothing: return actual.isEmpty ? nil : "expected no body, \(got)"
        case .text(let text): return actual == Data(text.utf8) ? nil : "expected \(text.debugDescription), \(got)"
        case .bytes(let bytes): return compare(bytes)
        case .file(let name): return compare(try Self.contents(of: name))
        case .json(let value):
            let parsed = try? JSON.value(parsing: actual)
            let isSame = parsed.map { JSON.array([$0]) == JSON.array([value]) } ?? false
            return isSame ? nil : "expected the JSON \(JSON.array([value])) less its brackets, \(got)"
        case .containing(let texts):
            let whole = String(decoding: actual, as: UTF8.self)
            let missing = texts.first { !whole.contains($0) }
            return missing.map { "expected \($0.debugDescription) to be in the body, \(got)" }
        case .form, .stream: return "a response is expected neither as a form nor as a stream"
        }
    }
}
