import Foundation

extension Socket {
    /// Binds a socket to a port of an address, unless another program has the port there.
    ///
    /// Connections of a port that remain from before, open or in TIME_WAIT, keep it from being bound again unless
    /// `SO_REUSEADDR` is set. With that option, Apple's systems refuse an address only if that same address is bound:
    /// 127.0.0.1:8080 is allowed beside another program's 0.0.0.0:8080, and takes the connections away from it.
    ///
    /// So the first try is without the option. If it is refused, a probe with the option tells whether the address's
    /// counterpart is bound; only if it is not, the address is bound with the option.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - isAgain: Whether the port may be bound although connections of it remain.
    ///   - bind: Makes a socket and binds it, with `SO_REUSEADDR` or without.
    /// - Returns: The descriptor.
    /// - Throws: What the system says, such as that the port is taken.
    static func claim(
        _ address: Address,
        again isAgain: Bool,
        bind: (_ address: Address, _ isReused: Bool) throws(SystemError) -> Int32
    ) throws(SystemError) -> Int32 {
        do throws(SystemError) {
            return try bind(address, false)
        } catch {
            guard isAgain, error.code == EADDRINUSE else { throw error }
        }
        _ = close(try bind(address.counterpart, true))
        return try bind(address, true)
    }
}

extension Socket.Address {
    /// The address that takes connections to this one too: every address for a single one, and the other way round.
    fileprivate var counterpart: Self {
        switch self {
        case .loopback4: .every4
        case .every4: .loopback4
        case .loopback6: .every6
        case .every6: .loopback6
        }
    }
}
