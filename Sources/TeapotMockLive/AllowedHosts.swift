import TeapotMock

/// The hosts that a `Host` header may name, in addition to those that can only be this machine.
///
/// A page from another site can make its own name resolve to this machine (DNS rebinding). Its browser then sends
/// requests here that look as if they were for that site, with its name in `Host`.
package struct AllowedHosts: Sendable, Equatable {
    private let hosts: [Origin]

    /// Creates a list of hosts.
    ///
    /// - Parameter names: The hosts, such as `tea.local` or, for one port only, `tea.local:8080`.
    package init(_ names: [String]) { hosts = names.map { Origin(authority: $0[...]) } }

    /// Returns whether a `Host` header names one of the hosts.
    ///
    /// - Parameter field: The value of the header.
    /// - Returns: Whether it does.
    package func contains(_ field: String) -> Bool {
        let named = Origin(authority: field[...])
        return hosts.contains { $0.host == named.host && ($0.port == nil || $0.port == named.port) }
    }

    /// Returns whether a `Host` header has an address instead of a name, or a name that always resolves to this machine
    /// (RFC 6761 §6.3).
    ///
    /// - Parameter field: The value of the header.
    /// - Returns: Whether it does.
    package static func isOwn(_ field: String) -> Bool {
        let host = Origin(authority: field[...]).host
        if host.isEmpty || host == "localhost" || host.hasSuffix(".localhost") { return true }
        if host.hasPrefix("[") { return host.hasSuffix("]") }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
