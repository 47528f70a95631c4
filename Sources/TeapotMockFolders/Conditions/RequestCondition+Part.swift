import Foundation
import Teapot
import TeapotMock
import TeapotMockWebSocket

extension RequestCondition.Part: Decodable {
    private static let memberNames = ["name", "filename", "text", "sha1"]

    /// Creates a condition on a part by decoding it from a file.
    ///
    /// The members are `name`, `filename`, and `text` or `sha1`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: An error if a member has the wrong type or is unknown, or if the name is missing.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.check(Self.memberNames)
        self.init(
            name: try members.decode(String.self, forKey: members["name"]),
            filename: try members.decodeIfPresent(String.self, forKey: members["filename"]))
        let text = try members.decodeIfPresent(String.self, forKey: members["text"])
        let digits = try members.decodeIfPresent(String.self, forKey: members["sha1"])
        if text != nil, digits != nil { throw members.failure("use only one of “text” and “sha1”") }
        content = text.map { .text($0) } ?? digits.map { .sha1($0) }
    }

    /// The part as the members of a file.
    var document: any Sendable {
        var members: [String: any Sendable] = ["name": name]
        members["filename"] = filename
        switch content {
        case .text(let text)?: members["text"] = text
        case .sha1(let digits)?: members["sha1"] = digits
        case nil: break
        }
        return members
    }
}

/// A condition on the parts of a multipart body.
struct PartsMatcher: Matcher {
    private let parts: [RequestCondition.Part]

    init(_ parts: [RequestCondition.Part]) { self.parts = Self.sorted(parts, by: \.name) }

    func expectations(_ options: Teapot.Options) -> [String] {
        let names = parts.map { part in part.filename.map { "\(part.name) (\($0))" } ?? part.name }
        let list = names.isEmpty ? "no parts" : "the parts \(names.joined(separator: ", "))"
        return ["multipart form with \(list.shortened(to: 80)) and nothing else"]
    }

    func explanations(of request: ExaminedRequest) -> [String?] {
        do throws(MultipartError) {
            return [explanation(of: Self.sorted(try request.request.multipart(), by: \.name))]
        } catch {
            return [request.request.body.isEmpty ? "received no body" : "the body isn't a multipart form: \(error)"]
        }
    }

    private func explanation(of actual: [Request.Part]) -> String? {
        guard actual.count == parts.count, zip(parts, actual).allSatisfy({ $0.name.isExactly($1.name) }) else {
            let names = actual.map(\.name).joined(separator: ", ")
            return actual.isEmpty ? "received none" : "received \(names.shortened(to: 80))"
        }
        for (part, other) in zip(parts, actual) {
            let place = "part “\(part.name.shortened(to: 40))”"
            guard part.filename.map({ AnyText($0).matches(other.filename) }) ?? (other.filename == nil) else {
                let names = [part.filename, other.filename].map { name in
                    name.map { "the file “\($0.shortened(to: 40))”" } ?? "no file"
                }
                return "\(place): expected \(names[0]), received \(names[1])"
            }
            switch part.content {
            case .text(let text)?:
                let body = TextBodyMatcher(text)
                let request = Request(method: "POST", path: "/", body: other.data)
                if let difference = body.explanations(of: ExaminedRequest(request)).compactMap(\.self).first {
                    return "\(place): \(difference)"
                }
            case .sha1(let digits)?:
                let actual = other.data.sha1Digest
                guard digits.lowercased() == actual else {
                    return "\(place): expected bytes with the SHA-1 digest \(digits), received \(actual)"
                }
            case nil: break
            }
        }
        return nil
    }

    /// Returns the parts in the order of their names.
    private static func sorted<Part>(_ parts: [Part], by name: (Part) -> String) -> [Part] {
        parts.enumerated().sorted { (name($0.element), $0.offset) < (name($1.element), $1.offset) }.map(\.element)
    }
}
