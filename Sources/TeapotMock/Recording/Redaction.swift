import Teapot

/// What is taken out of a recording before it is written, and what may stay although it looks like a secret.
///
/// ```swift
/// var redaction = Redaction(adding: ["iban", "X-Device"])
/// redaction.names.remove("session")
/// let recorder = Recorder(into: .folder(mocks), redaction: redaction)
/// ```
///
/// The values of header fields, query items, JSON members at any depth and form fields whose names are listed become
/// ``replacement``; a number becomes 0, so that an app can still decode it, and what is empty, `true`, `false` or `null`
/// stays. Of a listed object or list all values become so. Cookies keep their names. A URL, in a header field or a JSON
/// string, loses its user and password, and its listed query items their values. Other bodies, such as XML, stay as they
/// are.
///
/// What still looks like a secret then is not written: see ``allowed``.
public struct Redaction: Sendable, Equatable {
    /// What stands in place of what was taken out.
    public static let replacement = "REDACTED"

    /// The names that usually go with secrets.
    public static let usualNames: Set<String> = [
        "access_token", "api_key", "auth_token", "authorization", "bearer_token", "client_secret", "csrf_token",
        "id_token", "jwt", "passphrase", "passwd", "password", "private_key", "pwd", "refresh_token", "secret",
        "secret_key", "session", "session_id", "session_token", "token", "x_amz_credential", "x_amz_security_token",
        "x_amz_signature", "xsrf_token",
    ]

    /// The names whose values are taken out; neither case nor `-` and `_` count, nor an `X-` before a header field's.
    public var names: Set<String>
    /// The places where something may stay that looks like a secret, as a problem of the recorder names them.
    ///
    /// Such as `response header X-Build`, `response body /user/key`, `query item code` or `path`. A `*` in a JSON pointer
    /// stands for any one member or element.
    public var allowed: Set<String>

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - names: Names of your own, besides the ``usualNames``.
    ///   - allowed: Where something may stay that looks like a secret.
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

        /// Whether the value of a query item, a JSON member or a form field is taken out.
        func contain(_ name: String) -> Bool { names.contains(Self.plain(name)) }

        /// Whether the value of a header field is.
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
