import Foundation

extension Socket {
    /// Binds a socket to a port of an address, unless another program already uses the port there.
    ///
    /// Old connections of a port, whether open or in TIME_WAIT, keep the port from being bound again unless
    /// `SO_REUSEADDR` is set. With that option, Apple's systems refuse an address only if the same address is bound:
    /// 127.0.0.1:8080 is allowed next to another program's 0.0.0.0:8080, and takes over its connections.
    ///
    /// So the first attempt doesn't use the option. If that attempt is refused, a probe with the option finds out
    /// whether the address's counterpart is bound. If it isn't, the address is bound with the option.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - isAgain: Whether the port may be bound even though old connections remain.
    ///   - bind: A closure that creates and binds a socket, with or without `SO_REUSEADDR`.
    /// - Returns: The descriptor.
    /// - Throws: The system's error, for example if the port is taken.
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
    /// The address that also receives connections to this one: every address for a single address, and vice versa.
    fileprivate var counterpart: Self {
        switch self {
        case .loopback4: .every4
        case .every4: .loopback4
        case .loopback6: .every6
        case .every6: .loopback6
        }
    }
}
