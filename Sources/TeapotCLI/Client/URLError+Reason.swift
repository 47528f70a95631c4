import Teapot

extension URLError {
    /// What is known of why there was no response, in a few words; `nil` when nothing is.
    func reason(at place: String) -> String? {
        switch code {
        case .cannotConnectToHost: "nobody listens at \(place)"
        case .cannotFindHost, .dnsLookupFailed: "there is no such host"
        case .timedOut: "nothing arrived in time"
        case .networkConnectionLost: "the connection was lost"
        case .badServerResponse: "the connection was closed"
        default: nil
        }
    }
}
