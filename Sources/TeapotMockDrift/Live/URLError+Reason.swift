package import Foundation

extension URLError {
    /// Returns the reason for a missing response in a few words.
    ///
    /// - Parameter place: The end of the sentence “nothing is listening …”.
    /// - Returns: The reason, or `nil` if it's unknown.
    package func reason(_ place: String) -> String? {
        switch code {
        case .cannotConnectToHost: "nothing is listening \(place)"
        case .cannotFindHost, .dnsLookupFailed: "there is no such host"
        case .timedOut: "the request timed out"
        case .networkConnectionLost: "the connection was lost"
        case .badServerResponse: "the connection was closed"
        default: nil
        }
    }
}
