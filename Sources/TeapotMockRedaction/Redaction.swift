package import Foundation
import Teapot
package import TeapotMock

/// The secrets that are removed from a recording, and what is kept although it resembles one.
///
/// ```swift
/// let redaction = Redaction(
///     adding: ["iban", "X-Device"], excepting: ["session"], keeping: ["GET /users/me response body /user/key"])
/// let recorder = Recorder(into: .folder(mocks), redaction: redaction)
/// ```
///
/// Removed are values with the name of a secret, in header fields, queries, forms, parts of multipart bodies, members
/// of JSON, elements and attributes of XML and HTML, columns of tables, and assignments in text; and values with the
/// form of one, such as tokens with a known prefix, wherever they stand, paths included. Text within text is searched
/// too, such as JSON in a JSON string, or a URL in a query. A secret that nobody could guess is remembered, and removed
/// from all that is written, however it is encoded.
///
/// The text ``replacement`` takes the place of a secret. In a response, a number becomes 0, so that an app can still
/// decode it. Everything else is kept byte for byte. `Recorder.redactions` lists what was removed.
///
/// An exchange is not written if a body can't be searched: see ``allowed``.
public struct Redaction: Sendable, Equatable {
    /// The text that replaces redacted values.
    public static let replacement = "REDACTED"

    /// The usual names of secrets.
    public static let usualNames = SecretNames.listed

    /// The names whose values are redacted.
    ///
    /// They are compared by their words: `password` stands for `current_password`, `userPassword` and `user[password]`
    /// too, but not for a name that says something about a password, such as `password_length`. Case, `-` and `_` are
    /// ignored. A name that ends with an equals sign is only that of a query item or a field of a form.
    public var names: Set<String>
    /// The names whose values are not redacted, although ``names`` has their words.
    public var exceptions: Set<String>
    /// The places at which nothing is redacted, as `Recorder.redactions` names them.
    ///
    /// Examples are `GET /users/me response body /user/key`, for one request, and `response header X-Build` or
    /// `request path`, for every one. A `*` stands for any one segment of a path or a JSON Pointer (RFC 6901).
    public var kept: Set<String>
    /// The places of bodies that are written although they can't be searched, as a recorder's problems name them.
    ///
    /// An example is `GET /backup.zip response body`.
    public var allowed: Set<String>

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - names: Additional names, besides the ``usualNames``.
    ///   - exceptions: The names whose values are not redacted.
    ///   - kept: The places at which nothing is redacted.
    ///   - allowed: The places of bodies that are written although they can't be searched.
    public init(
        adding names: Set<String> = [], excepting exceptions: Set<String> = [], keeping kept: Set<String> = [],
        allowing allowed: Set<String> = []
    ) {
        self.names = Self.usualNames.union(names)
        self.exceptions = exceptions
        self.kept = kept
        self.allowed = allowed
    }

    /// Returns the first of the patterns that a place of a request meets, with or without the request.
    static func pattern(of patterns: Set<String>, for place: String, of request: String) -> String? {
        guard !patterns.isEmpty else { return nil }
        func parts(_ text: String) -> [Substring] {
            text.lowercased().split(separator: "/", omittingEmptySubsequences: false)
        }
        let places = [parts(place), parts("\(request) \(place)")]
        return patterns.first { pattern in
            let pattern = parts(pattern)
            return places.contains {
                $0.count == pattern.count && zip(pattern, $0).allSatisfy { $0 == "*" || $0 == $1 }
            }
        }
    }

    var secretNames: SecretNames {
        names == Self.usualNames && exceptions.isEmpty ? .usual : SecretNames(names, except: exceptions)
    }

    /// Returns a request without its secrets.
    package func redacted(_ request: Request) -> Request {
        Redactor(self).redacted(request, Response(status: 204)).0
    }

    /// Returns a response without its secrets; its body must be bytes.
    package func redacted(_ response: Response) -> Response {
        Redactor(self).redacted(Request(method: "GET", path: "/"), response).1
    }

    /// Returns the reason why a body of a request, or a part of it, can't be searched for secrets; `nil` if it can, or
    /// if that is allowed.
    package func flaw(ofRequestBody body: Data, _ contentType: String?) -> String? {
        guard Self.pattern(of: allowed, for: "request body", of: "") == nil else { return nil }
        var search = SecretSearch(names: NameKinds(secretNames), isRequest: true)
        search.search(body: SearchedText([UInt8](body)[...]), contentType, "request body")
        return search.flaw
    }

    /// Returns the boundary that the media type of a multipart body declares; `nil` for another type.
    package static func boundary(in contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/") else { return nil }
        return MultipartOutline.boundary(in: contentType).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Redaction {
    /// What was removed from the exchanges of a recording.
    public struct Change: Sendable, Hashable, CustomStringConvertible {
        /// The method and the path of the request, such as `GET /users/me`.
        public let request: String
        /// The place in the request or in the response, such as `response body /user/key`.
        public let place: String
        /// The name by which it was recognized; `nil` for a value that was recognized by its form, or known.
        public let name: String?

        /// The request and the place, as ``Redaction/kept`` takes it.
        public var description: String { "\(request) \(place)" }
    }
}

extension Request {
    /// The method and the path, without the query.
    var subject: String { "\(method) \(path)" }
}
