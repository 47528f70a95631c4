package import Foundation
import Teapot
package import TeapotMock

/// The secrets to remove from a recording, and the values to keep even though they look like secrets.
///
/// ```swift
/// let redaction = Redaction(
///     adding: ["iban", "X-Device"], excepting: ["session"], keeping: ["GET /users/me response body /user/key"])
/// let recorder = Recorder(into: .folder(mocks), redaction: redaction)
/// ```
///
/// A redaction removes values with the name of a secret in headers, queries, forms, parts of multipart bodies, members
/// of JSON, elements and attributes of XML and HTML, columns of tables, and assignments in text. It also removes values
/// with the form of a secret, such as tokens with a known prefix, anywhere, including in paths. Text within text is
/// searched, too, such as JSON in a JSON string or a URL in a query. An unguessable secret is remembered and removed
/// from everything that's written, however it's encoded.
///
/// The text ``replacement`` replaces a secret. In a response, a number becomes 0, so an app can still decode it. All
/// other bytes are unchanged. `Recorder.redactions` lists the removals.
///
/// An exchange isn't written if one of its bodies can't be searched; see ``allowed``.
public struct Redaction: Sendable, Equatable {
    /// The text that replaces redacted values.
    public static let replacement = "REDACTED"

    /// The usual names of secrets.
    public static let usualNames = SecretNames.listed

    /// The names whose values are redacted.
    ///
    /// Names are compared word by word: `password` also covers `current_password`, `userPassword` and `user[password]`,
    /// but not a name that describes a password, such as `password_length`. Case, `-` and `_` are ignored. A name that
    /// ends with an equals sign applies only to query items and form fields.
    public var names: Set<String>
    /// The names whose values aren't redacted, even though their words are in ``names``.
    public var exceptions: Set<String>
    /// The places where nothing is redacted, as named in `Recorder.redactions`.
    ///
    /// Examples are `GET /users/me response body /user/key`, for one request, and `response header X-Build` or
    /// `request path`, for every request. A `*` stands for any one segment of a path or a JSON Pointer (RFC 6901).
    public var kept: Set<String>
    /// The places of bodies that are written even though they can't be searched, as named in a recorder's problems.
    ///
    /// An example is `GET /backup.zip response body`.
    public var allowed: Set<String>

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - names: Names in addition to the ``usualNames``.
    ///   - exceptions: The names whose values aren't redacted.
    ///   - kept: The places where nothing is redacted.
    ///   - allowed: The places of bodies that are written even though they can't be searched.
    public init(
        adding names: Set<String> = [], excepting exceptions: Set<String> = [], keeping kept: Set<String> = [],
        allowing allowed: Set<String> = []
    ) {
        self.names = Self.usualNames.union(names)
        self.exceptions = exceptions
        self.kept = kept
        self.allowed = allowed
    }

    /// Returns the first pattern that matches a place, with or without its request.
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

    /// Returns the reason a request's body, or a part of it, can't be searched for secrets, or `nil` if it can be or is
    /// allowed.
    package func flaw(ofRequestBody body: Data, _ contentType: String?) -> String? {
        guard Self.pattern(of: allowed, for: "request body", of: "") == nil else { return nil }
        var search = SecretSearch(names: NameKinds(secretNames), isRequest: true)
        search.search(body: SearchedText([UInt8](body)[...]), contentType, "request body")
        return search.flaw
    }

    /// Returns the boundary that the media type of a multipart body declares, or `nil` for another type.
    package static func boundary(in contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/") else { return nil }
        return MultipartOutline.boundary(in: contentType).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Redaction {
    /// A removal from the exchanges of a recording.
    public struct Change: Sendable, Hashable, CustomStringConvertible {
        /// The method and the path of the request, such as `GET /users/me`.
        public let request: String
        /// The place in the request or in the response, such as `response body /user/key`.
        public let place: String
        /// The name that identified the value, or `nil` for a value that was recognized by its form or already known.
        public let name: String?

        /// The request and the place, in the form that ``Redaction/kept`` accepts.
        public var description: String { "\(request) \(place)" }
    }
}

extension Request {
    /// The method and the path, without the query.
    var subject: String { "\(method) \(path)" }
}
