package import Foundation

extension Teapot {
    /// A closure to call with the URL of each request that goes to the network, if a test sets one.
    package static let sent = Locked<(@Sendable (URL) -> Void)?>(nil)
}
