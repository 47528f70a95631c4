package import Foundation

extension Teapot {
    /// A closure that is called with the URL of each request that goes to the network, if a test wants to know.
    package static let sent = Locked<(@Sendable (URL) -> Void)?>(nil)
}
