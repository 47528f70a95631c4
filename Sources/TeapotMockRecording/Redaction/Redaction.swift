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
/// Values with the name of a secret are replaced with ``replacement``: in header fields, queries, forms, parts of
/// multipart bodies, members of JSON, elements and attributes of XML, and lines of text, at any depth. Text within text
/// is searched too, such as JSON in a JSON string, or a URL in a query. A number becomes 0, so that an app can still
/// decode it; empty values, `true`, `false` and `null` are kept. In an object or list with such a name all values are
/// replaced. Cookies keep their names, and URLs lose their user and password. Everything else is kept byte for byte.
///
/// An exchange is not written if it still appears to contain a secret, or if a body can't be searched: see ``allowed``.
public struct Redaction: Sendable, Equatable {
    /// The text that replaces redacted values.
    public static let replacement = "REDACTED"

    /// The usual names of secrets.
    public static let usualNames: Set<String> = [
        "2fa_code", "access_code", "access_key", "access_token", "account_key", "activation_code", "api_key", "app_key",
        "assertion", "auth", "auth_code", "auth_key", "auth_token", "authorization", "authorization_code",
        "backup_code", "bearer", "bearer_token", "card_number", "client_secret", "code=", "code_verifier",
        "confirmation_code", "contraseña", "cookie", "credential", "credit_card", "csrf", "csrf_token", "cvc", "cvv",
        "device_code",
        "encryption_key", "functions_key", "hmac", "id_token", "jsessionid", "jwt", "kennwort", "key=", "login_code",
        "master_key", "mfa_code", "mnemonic", "mot_de_passe", "one_time_code", "otp", "pass", "passcode", "passkey",
        "passphrase", "passwd",
        "password", "passwort", "phpsessid", "pin", "pin_code", "pin_number", "private_key", "pswd", "pw", "pwd",
        "recovery_code",
        "refresh_token", "reset_code", "saml_response", "secret", "secret_key", "security_answer", "security_code",
        "seed_phrase", "service_key", "session", "session_id", "session_token", "shared_key", "sid", "sig", "signature",
        "signing_key", "sms_code", "social_security", "ssn", "subscription_key", "tax_id", "token", "totp",
        "user_code", "user_pass", "verification_code", "x_amz_credential", "x_amz_security_token", "x_amz_signature",
        "xsrf", "xsrf_token",
    ]

    /// The names whose values are redacted.
    ///
    /// They are compared by their words: `password` stands for `current_password`, `userPassword` and `user[password]`
    /// too, but not for a name that says something about a password, such as `password_length`. Case, `-` and `_` are
    /// ignored. A name that ends with an equals sign is only that of a query item or a field of a form.
    public var names: Set<String>
    /// The places where apparent secrets and bodies that can't be searched are allowed, as named by a recorder's
    /// problems.
    ///
    /// Examples are `response header X-Build`, `response body /user/key`, `response body`, `query item code` and
    /// `path`. A `*` in a JSON Pointer matches any one member or element.
    public var allowed: Set<String>

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - names: Additional names, besides the ``usualNames``.
    ///   - allowed: The places where apparent secrets and bodies that can't be searched are allowed.
    public init(adding names: Set<String> = [], allowing allowed: Set<String> = []) {
        self.names = Self.usualNames.union(names)
        self.allowed = allowed
    }
}
