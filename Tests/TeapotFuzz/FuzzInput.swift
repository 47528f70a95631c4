/// An input as the targets read it: three bytes that say how the rest is cut, and the rest.
struct FuzzInput {
    /// What is decoded.
    let payload: [UInt8]
    /// The same in pieces.
    let pieces: [ArraySlice<UInt8>]
    /// Whether small limits are asked for, so that an input needs not be long to exceed them.
    let wantsSmallLimits: Bool

    init(_ bytes: [UInt8]) {
        let steps = bytes.prefix(3)
        payload = Array(bytes.dropFirst(3))
        wantsSmallLimits = steps.first.map { $0 & 0x80 != 0 } ?? false
        // Pieces of 1 to 32 bytes, so that the three bytes can be printed in a seed: "!!!" is pieces of two.
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
