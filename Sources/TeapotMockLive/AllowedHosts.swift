import TeapotMock

/// The hosts that a `Host` field may name, besides those that can only be this machine.
///
/// A page of another site can make its own name lead to this machine (DNS rebinding). Its browser then sends requests
/// here that look as if they were for that site, whose name is in `Host`.
package struct AllowedHosts: Sendable, Equatable {
    private let hosts: [(host: String, port: String?)]

    /// Creates a list of hosts.
    ///
    /// - Parameter names: The hosts, such as `tea.local` or, for one port only, `tea.local:8080`.
    package init(_ names: [String]) { hosts = names.map { RouterBase.split($0[...]) } }

    /// Returns whether a `Host` field names one of the hosts.
    ///
    /// - Parameter field: The value of the field.
    /// - Returns: Whether it does.
    package func contains(_ field: String) -> Bool {
        let (host, port) = RouterBase.split(field[...])
        return hosts.contains { $0.host == host && ($0.port == nil || $0.port == port) }
    }

    /// Returns whether a `Host` field has an address instead of a name, or a name that always leads to this machine
    /// (RFC 6761 §6.3).
    ///
    /// - Parameter field: The value of the field.
    /// - Returns: Whether it does.
    package static func isOwn(_ field: String) -> Bool {
        let host = RouterBase.split(field[...]).host
        if host.isEmpty || host == "localhost" || host.hasSuffix(".localhost") { return true }
        if host.hasPrefix("[") { return host.hasSuffix("]") }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.hosts.elementsEqual(right.hosts) { $0.host == $1.host && $0.port == $1.port }
    }
}
