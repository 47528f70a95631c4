package import Foundation

/// A closure to call with the URL of each request that goes to the network, if a test sets one.
extension Teapot { package static let sent = Locked<(@Sendable (URL) -> Void)?>(nil) }
