import Teapot
import TeapotMock

/// The last answers of a server, by the numbers of the journal's entries: what the journal, which keeps requests, leaves
/// out.
///
/// Keeping one costs a reference to what there is anyway; of a long body only the beginning is kept.
final class ResponseMemory: Sendable {
    /// What is kept of a response.
    struct Kept: Sendable {
        /// The status that the client was sent; `nil` if the connection was made to fail.
        let status: Teapot.StatusCode?
        let headers: Teapot.HeaderFields
        /// The body, or its beginning.
        var body: Data
        /// How long the body was, in bytes.
        var length: Int
        /// What else there is to say.
        let note: String?

        /// Whether the body is kept to its end.
        var isWhole: Bool { body.count == length }
    }

    /// How many are kept.
    private static let capacity = 256
    /// How much is kept of a body, in bytes.
    private static let bodyLimit = 512 * 1024

    private let slots = Locked([(entry: Int, kept: Kept)?](repeating: nil, count: capacity))

    /// What the journal's entry was answered with; `nil` when that is not kept, or not any more.
    subscript(entry: Int) -> Kept? {
        guard entry > 0 else { return nil }
        return slots.withLock { slots in
            guard let slot = slots[entry % Self.capacity], slot.entry == entry else { return nil }
            return slot.kept
        }
    }

    /// Keeps a response in the place of the one so many before it; without an entry it is the inspector's own.
    func keep(_ response: Response, of entry: Int) {
        guard entry > 0 else { return }
        // Some faults are for clients in this process, and a server sends the response.
        let isBroken = response.fault?.breaksOff(bodyOf: response.body.count) == true
        let note = isBroken ? "The connection was made to fail." : response.isStream ? "The body came in pieces." : nil
        var kept = Kept(
            status: isBroken ? nil : response.status, headers: response.headers, body: Data(), length: 0, note: note)
        if case .data(let body) = response.content {
            kept.length = body.count
            // A part would hold on to the whole.
            kept.body = body.count <= Self.bodyLimit ? body : Data(Array(body.prefix(Self.bodyLimit)))
        }
        let slot = (entry, kept)
        // Let go of outside the lock.
        _ = slots.withLock { slots in
            defer { slots[entry % Self.capacity] = slot }
            return slots[entry % Self.capacity]
        }
    }

    /// Adds a piece to a body that comes in pieces.
    func add(_ piece: Data, to entry: Int) {
        guard entry > 0 else { return }
        slots.withLock { slots in
            let place = entry % Self.capacity
            guard slots[place]?.entry == entry else { return }
            slots[place]?.kept.length += piece.count
            let room = Self.bodyLimit - (slots[place]?.kept.body.count ?? 0)
            if room > 0 { slots[place]?.kept.body.append(contentsOf: piece.prefix(room)) }
        }
    }
}
