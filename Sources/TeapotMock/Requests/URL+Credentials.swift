package import Foundation

extension URL {
    /// The URL without its user and password, for messages.
    package var withoutCredentials: String {
        guard user != nil || password != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteString
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? "…"
    }
}
