import Foundation

// System calls whose names `Socket` uses for its own functions. Outside `Socket`, the bare name is the system's, so no
// C library has to be named: Foundation imports Glibc, Musl, Bionic or Darwin.

func systemBind(_ descriptor: Int32, _ name: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    bind(descriptor, name, length)
}

func systemListen(_ descriptor: Int32, backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}

/// Returns a socket kind for `socket(2)` from an enumeration, as in Glibc.
func socketKind(_ kind: some RawRepresentable<UInt32>) -> Int32 { Int32(kind.rawValue) }

/// Returns a socket kind for `socket(2)` from a number, as in other C libraries.
func socketKind(_ kind: Int32) -> Int32 { kind }
