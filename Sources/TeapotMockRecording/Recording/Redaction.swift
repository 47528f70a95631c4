import Teapot
import TeapotMock

/// The values that are removed from a recording, and the places where apparent secrets are allowed.
///
/// ```swift
/// var redaction = Redaction(adding: ["iban", "X-Device"])
/// redaction.names.remove("session")
/// let recorder = Recorder(into: .folder(mocks), redaction: redaction)
/// ```
///
/// The values of header fields, query items, JSON members at any depth and form fields with listed names are replaced
/// with ``replacement``. A number becomes 0, so that an app can still decode it; empty values, `true`, `false` and
/// `null` are kept. In a listed object or list all values are replaced. Cookies keep their names. A URL in a header
/// field or a JSON string loses its user and password, and its listed query items lose their values. Other bodies, such
/// as XML, are unchanged.
///
/// A response that still appears to contain a secret is not written: see ``allowed``.
public struct Redaction: Sendable, Equatable {
    /// The text that replaces redacted values.
    public static let replacement = "REDACTED"

    /// The usual names of secrets.
    public static let usualNames: Set<String> = [
        "access_token", "api_key", "auth_token", "authorization", "bearer_token", "client_secret", "csrf_token",
        "id_token", "jwt", "passphrase", "passwd", "password", "private_key", "pwd", "refresh_token", "secret",
        "secret_key", "session", "session_id", "session_token", "token", "x_amz_credential", "x_amz_security_token",
        "x_amz_signature", "xsrf_token",
    ]

    /// The names whose values are redacted; case, `-` and `_` are ignored, and so is an `X-` before the name of a
    /// header field.
    public var names: Set<String>
    /// The places where apparent secrets are allowed, as named by a recorder's problems.
    ///
    /// Examples are `response header X-Build`, `response body /user/key`, `query item code` and `path`. A `*` in a JSON
    /// Pointer matches any one member or element.
    public var allowed: Set<String>

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - names: Additional names, besides the ``usualNames``.
    ///   - allowed: The places where apparent secrets are allowed.
    public init(adding names: Set<String> = [], allowing allowed: Set<String> = []) {
        self.names = Self.usualNames.union(names)
        self.allowed = allowed
    }
}

extension Redaction {
    /// The names in the form in which they are compared.
    struct Names {
        private let names: Set<String>

        init(_ names: Set<String>) { self.names = Set(names.map(Self.plain)) }

        /// Returns whether the value of a query item, a JSON member or a form field is redacted.
        func contain(_ name: String) -> Bool { names.contains(Self.plain(name)) }

        /// Returns whether the value of a header field is redacted.
        func containField(_ name: String) -> Bool {
            let plain = Self.plain(name)
            return Self.isCookie(name) || Teapot.Options.credentials.contains { $0.isSameHeaderName(as: name) }
                || names.contains(plain) || (plain.hasPrefix("x") && names.contains(String(plain.dropFirst())))
        }

        static func isCookie(_ name: String) -> Bool {
            name.isSameHeaderName(as: "Cookie") || name.isSameHeaderName(as: "Set-Cookie")
        }

        private static func plain(_ name: String) -> String {
            name.lowercased().filter { $0 != "_" && $0 != "-" }
        }
    }
}
