import Foundation

extension TeapotClient {
    /// Returns the value of an `Authorization` header with Basic credentials (RFC 7617 §2), encoded as UTF-8.
    ///
    /// - Parameters:
    ///   - username: The user's name, without a colon.
    ///   - password: The password.
    /// - Returns: The value, for example `Basic YWRtaW46dGVzdDEyMw==`.
    /// - Throws: ``TeapotError`` of type `invalidHeader` if the name has a colon, or either has a control character.
    public func basicAuthenticationValue(username: String, password: String) throws(TeapotError) -> String {
        guard !username.utf8.contains(UInt8(ascii: ":")) else {
            throw .make(.invalidHeader, "a user name can't contain a colon: the password begins there (RFC 7617 §2)")
        }
        guard (username + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .make(.invalidHeader, "credentials can't contain control characters (RFC 7617 §2)")
        }
        return "Basic " + Data("\(username):\(password)".utf8).base64EncodedString()
    }

    /// Returns an `Authorization` header with Basic credentials, for `headerFields:`.
    ///
    /// - Parameters:
    ///   - username: The user's name, without a colon.
    ///   - password: The password.
    /// - Returns: The header, for example `["Authorization": "Basic YWRtaW46dGVzdDEyMw=="]`.
    /// - Throws: ``TeapotError`` of type `invalidHeader` if the name has a colon, or either has a control character.
    public func basicAuthenticationHeader(username: String, password: String) throws(TeapotError) -> [String: String] {
        ["Authorization": try basicAuthenticationValue(username: username, password: password)]
    }
}
