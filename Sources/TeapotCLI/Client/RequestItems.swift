import Foundation
import Teapot
import TeapotMockDrift

/// The arguments after a URL, grouped by the part of the request that they become.
struct RequestItems: Sendable {
    /// The query items.
    private(set) var query: [URLQueryItem] = []
    /// The fields of the body, or of the query of a request without one.
    private(set) var fields: [(name: String, value: any Sendable)] = []

    /// Creates items by parsing arguments.
    ///
    /// - Parameters:
    ///   - words: Arguments such as `name=Ada`.
    ///   - arguments: All arguments, for errors.
    ///   - hasBody: Whether the request has a body.
    /// - Throws: ``UsageError``, which names the first invalid argument, or the place of an error in JSON.
    init(_ words: [String], _ arguments: Arguments, hasBody: Bool) throws(UsageError) {
        for word in words {
            let isJSON = "{[".contains(word.prefix(1)) && (try? JSON.check(Data(word.utf8))) != nil
            switch isJSON ? nil : RequestItem(word) {
            case .query(let name, let value): query.append(URLQueryItem(name: name, value: value))
            case .text(let name, let value): fields.append((name, value))
            case .json(let name, let text):
                do { fields.append((name, try JSON.value(parsing: Data(text.utf8)))) } catch {
                    throw arguments.misuse("“\(word)” isn't valid JSON: \(error). For text, write “\(name)=\(text)”.")
                }
            case nil where hasBody && "{[@-".contains(word.prefix(1)):
                let (shown, data) = (word.prefix(200), word.count > 200 ? "TEXT" : word.quoted)
                throw arguments.misuse("“\(shown)” is not a field. For the body, write --data \(data).")
            case nil where arguments.words[0].contains(/^\w+:?=/):
                throw arguments.misuse("“\(word)” is not a field: the URL comes first, before “\(arguments.words[0])”.")
            case nil:
                let hint = word.contains(":") ? " To send a header, use -H 'Name: value'." : ""
                throw arguments.misuse(
                    "“\(word)” is not a field: write name=text, name:=JSON, or name==text for the query.\(hint)")
            }
        }
    }

    /// Returns the fields as the members of a JSON object.
    func object(_ arguments: Arguments) throws(UsageError) -> [String: Any] {
        var object: [String: Any] = [:]
        for (name, value) in fields {
            guard object.updateValue(value, forKey: name) == nil else {
                throw arguments.misuse("“\(name)” appears twice; for a list, write \(name):='[1, 2]'.")
            }
        }
        return object
    }

    /// Returns the fields as form fields or query items.
    func texts(_ arguments: Arguments) throws(UsageError) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        for (name, value) in fields {
            // A list repeats its name, as in forms.
            for value in value as? [any Sendable] ?? [value] {
                items.append(URLQueryItem(name: name, value: try Self.text(of: value, under: name, arguments)))
            }
        }
        return items
    }

    /// Returns a text unchanged, and numbers and Booleans as JSON, or throws an error for nested values and null.
    private static func text(of value: any Sendable, under name: String, _ arguments: Arguments) throws(UsageError)
        -> String
    {
        if let text = value as? String { return text }
        if let json = try? JSON.data(from: value), let first = json.first, "-0123456789tf".utf8.contains(first) {
            return String(decoding: json, as: UTF8.self)
        }
        throw arguments.misuse("“\(name)” is an object or null; only a JSON body can contain those.")
    }
}
