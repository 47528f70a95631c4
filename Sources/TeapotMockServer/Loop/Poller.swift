/// What a descriptor is watched for; that the peer is gone is always told.
struct Interest: OptionSet {
    let rawValue: UInt8
    static let input = Interest(rawValue: 1)
    static let output = Interest(rawValue: 2)
}

/// What became of a descriptor.
struct Readiness {
    var descriptor: Int32
    var isReadable: Bool
    var isWritable: Bool
    /// The connection is reset, or ended in both directions: nobody can be answered any more.
    var isDead: Bool
}
