import Foundation

extension URLError {
    /// Returns the reason for a missing response in a few words, or `nil` if it's unknown.
    func reason(at place: String) -> String? {
        switch code {
        case .cannotConnectToHost: "nothing is listening at \(place)"
        case .cannotFindHost, .dnsLookupFailed: "there is no such host"
        case .timedOut: "the request timed out"
        case .networkConnectionLost: "the connection was lost"
        case .badServerResponse: "the connection was closed"
        default: nil
        }
    }
}
