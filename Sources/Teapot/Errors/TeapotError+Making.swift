import Foundation
import TeapotLocalization

extension TeapotError {
    /// Creates an error with the localized sentence for its kind and with `detail`.
    ///
    /// - Parameters:
    ///   - type: The kind. The string tables have a sentence with the same name.
    ///   - detail: The information that a developer needs to fix the error, in English.
    ///   - arguments: The values for the placeholders of the sentence.
    ///   - response: The response, if one was received.
    ///   - underlying: The underlying error.
    /// - Returns: The error.
    @inline(never)
    package static func make(
        _ type: ErrorType, _ detail: String? = nil, filling arguments: [any CVarArg] = [],
        response: Teapot.Response? = nil, underlying: (any Error)? = nil
    ) -> TeapotError {
        let isOffline = type == .noResponse && (underlying as? URLError)?.code == .notConnectedToInternet
        let name = isOffline ? "offline" : type.rawValue
        let key = LocalizationKey(rawValue: "Teapot:" + name.prefix(1).uppercased() + name.dropFirst())
        let bundles = [Teapot.localizationBundle, ResourceBundle.shared]
        let sentence = localized(key ?? .dataTaskError, from: bundles, arguments)
        var error = TeapotError(
            type: type, description: sentence, responseStatus: response?.statusCode, underlyingError: underlying)
        (error.parts.detail, error.parts.response, error.parts.isOwn) = (detail, response, false)
        return error.hidingSecrets(Secrets.isUsual)
    }

    /// Returns the error for a value that an encoder refused.
    static func unencodable(_ type: ErrorType, _ value: Any, _ error: any Error) -> TeapotError {
        let reason = (error as? EncodingError)?.explanation ?? "\(Swift.type(of: value)) can't be encoded: \(error)"
        return make(type, reason, underlying: error)
    }

    static var cancellation: TeapotError { make(.cancelled, underlying: URLError(.cancelled)) }
}
