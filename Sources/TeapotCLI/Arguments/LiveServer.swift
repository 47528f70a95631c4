import Foundation
import TeapotMockLive

/// A live server with the credentials from its URL.
struct LiveServer {
    /// The URL without credentials, for messages.
    let url: URL
    /// A user, a colon and a password, or `nil` for none.
    let credentials: String?
    /// The names that requests may be for, in addition to those of this machine.
    let allowedHosts: [String]

    /// Returns a gateway to the server.
    ///
    /// - Parameter recorder: A recorder of the responses, or `nil` for none.
    /// - Returns: The gateway.
    func passthrough(recorder: (any ExchangeRecorder)? = nil) -> Passthrough {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let words = credentials?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        parts?.user = words?.first
        parts?.password = words?.dropFirst().first
        return Passthrough(to: parts?.url ?? url, recorder: recorder, allowedHosts: allowedHosts)
    }
}
