import Foundation

/// The addresses where other machines reach this one.
enum NetworkAddresses {
    /// The IPv4 addresses of the interfaces that are up, except for loopback and link-local ones, without duplicates.
    static var all: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var (found, next) = ([String](), list)
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else { continue }
            let number = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                UInt32(bigEndian: address.pointee.sin_addr.s_addr)
            }
            let isUp = UInt32(entry.ifa_flags) & UInt32(IFF_UP) != 0
            let text = [24, 16, 8, 0].map { "\(number >> $0 & 0xFF)" }.joined(separator: ".")
            if isUp, number >> 24 != 127, number >> 16 != 0xA9FE, !found.contains(text) { found.append(text) }
        }
        return found
    }
}
