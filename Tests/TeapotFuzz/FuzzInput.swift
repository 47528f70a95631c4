/// The input of a target: three bytes that determine how the rest is divided, and the rest.
struct FuzzInput {
    /// The bytes to decode.
    let payload: [UInt8]
    /// The same bytes in pieces.
    let pieces: [ArraySlice<UInt8>]
    /// Whether small limits are used, so that a short input can exceed them.
    let wantsSmallLimits: Bool

    init(_ bytes: [UInt8]) {
        let steps = bytes.prefix(3)
        payload = Array(bytes.dropFirst(3))
        wantsSmallLimits = steps.first.map { $0 & 0x80 != 0 } ?? false
        // Pieces of 1 to 32 bytes, so that the three bytes can be printable in a seed: "!!!" means pieces of two.
        let lengths = steps.map { Int($0 & 0x1F) + 1 }
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < payload.count {
            let end = min(start + lengths[pieces.count % lengths.count], payload.count)
            pieces.append(payload[start..<end])
            start = end
        }
        self.pieces = pieces
    }
}
