import Foundation

extension Socket {
    /// Returns whether the peer of a connection is on this machine: at 127.0.0.0/8 or ::1 (RFC 6890).
    static func isPeerLocal(_ descriptor: Int32) -> Bool {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        guard result == 0 else { return false }
        return withUnsafeBytes(of: address) { bytes in
            switch Int32(address.ss_family) {
            case AF_INET: bytes.loadUnaligned(as: sockaddr_in.self).isLoopback
            case AF_INET6: bytes.loadUnaligned(as: sockaddr_in6.self).isLoopback
            default: false
            }
        }
    }
}

extension sockaddr_in {
    fileprivate var isLoopback: Bool { UInt32(bigEndian: sin_addr.s_addr) >> 24 == 127 }
}

extension sockaddr_in6 {
    fileprivate var isLoopback: Bool {
        withUnsafeBytes(of: sin6_addr) { $0.elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) }
    }
}
