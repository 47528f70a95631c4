import Foundation

// System calls whose names `Socket` uses for calls of its own. Outside of `Socket` the bare name is the system's, so
// that no C library has to be named: Foundation brings Glibc, Musl, Bionic or Darwin along.

func systemBind(_ descriptor: Int32, _ name: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    bind(descriptor, name, length)
}

func systemListen(_ descriptor: Int32, backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}

/// A kind of socket as `socket(2)` takes it, from an enumeration, which Glibc has.
func socketKind(_ kind: some RawRepresentable<UInt32>) -> Int32 { Int32(kind.rawValue) }

/// A kind of socket as `socket(2)` takes it, from a number, which other C libraries have.
func socketKind(_ kind: Int32) -> Int32 { kind }
