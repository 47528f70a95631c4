import Foundation
import Teapot

/// The preconditions of a request, evaluated with the validators of a response (RFC 9110 §13).
struct Preconditions {
    /// The result of the evaluation.
    enum Verdict: Equatable {
        /// The request is answered as if it had no preconditions.
        case met
        /// The client already has the body.
        case notModified
        /// A precondition is false.
        case failed
    }

    /// The entity tag of the response, with its quotation marks.
    let entityTag: String
    /// The date of the last change to the response's body.
    let lastModified: String?

    /// Evaluates the preconditions of a `GET` or `HEAD` request, in the order of RFC 9110 §13.2.2.
    func verdict(on request: Teapot.HeaderFields) -> Verdict {
        if let tags = request["If-Match"] {
            // A weak tag never matches here (§13.1.1).
            guard Self.list(tags).contains(where: { $0 == "*" || $0 == entityTag && !$0.hasPrefix("W/") }) else {
                return .failed
            }
        } else if let date = request["If-Unmodified-Since"], isModified(since: date) == true {
            return .failed
        }
        if let tags = request["If-None-Match"] {
            let own = Self.opaque(entityTag)
            return Self.list(tags).contains { $0 == "*" || Self.opaque($0) == own } ? .notModified : .met
        }
        if let date = request["If-Modified-Since"], isModified(since: date) == false { return .notModified }
        return .met
    }

    /// Returns whether the requested range applies to this body (RFC 9110 §13.1.5).
    ///
    /// - Parameters:
    ///   - request: The headers of the request.
    ///   - isCompressible: Whether the client may have received the body compressed.
    /// - Returns: `true` if it does; otherwise, `false`.
    func allowRange(of request: Teapot.HeaderFields, isCompressible: Bool) -> Bool {
        guard let value = request["If-Range"] else { return true }
        if value.hasPrefix("\"") { return value == entityTag }
        // A date that two representations share is a weak validator (§8.8.1), which never matches here.
        return value == lastModified && !isCompressible
    }

    /// Returns whether the body was changed after a date, or `nil` if either date is unknown.
    private func isModified(since date: String) -> Bool? {
        guard let lastModified else { return nil }
        if date == lastModified { return false }
        let (date, own) = (Date.parsing(httpDate: date), Date.parsing(httpDate: lastModified))
        guard let date, let own else { return nil }
        return own > date
    }

    /// Returns the members of a list of entity tags, which may contain commas (RFC 9110 §8.8.3).
    private static func list(_ text: String) -> [String] {
        var (tags, tag, isQuoted) = ([String](), "", false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                tags.append(tag)
                tag = ""
            } else {
                tag.append(character)
            }
        }
        return (tags + [tag]).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Returns an entity tag without the prefix that marks it as weak.
    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
