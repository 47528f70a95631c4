/// The events to watch for on a descriptor; a reset is always reported.
struct Interest: OptionSet {
    let rawValue: UInt8
    static let input = Interest(rawValue: 1)
    static let output = Interest(rawValue: 2)
}

/// The events of a descriptor; if all properties are false, there are none.
struct Readiness {
    var descriptor: Int32
    var isReadable: Bool
    var isWritable: Bool
    /// Whether the connection is reset, or ended in both directions, so no response is possible.
    var isDead: Bool
}
