import Teapot
import TeapotMock

/// The last answers of a server, by the numbers of the journal's entries: what the journal, which keeps requests, leaves
/// out.
///
/// Nothing is kept before somebody looks: a long body, of which only the beginning is kept, would have to be copied.
final class ResponseMemory: Sendable {
    /// What is kept of a response.
    struct Kept: Sendable {
        /// The status that the client was sent; `nil` if the connection was made to fail.
        let status: Teapot.StatusCode?
        let headerFields: Teapot.HeaderFields
        /// The body, or its beginning.
        let body: Data
        /// How long the body was, in bytes.
        let length: Int
        /// What else there is to say.
        let note: String?

        /// Whether the body is kept to its end.
        var isWhole: Bool { body.count == length }
    }

    /// How many are kept.
    private static let capacity = 256
    /// How much is kept of a body, in bytes.
    private static let bodyLimit = 512 * 1024

    /// What is kept of one as it comes; the rest is made of it when somebody asks.
    private struct Slot {
        let entry: Int
        /// The response, its body apart where that is long, or no bytes that are there.
        let response: Response
        let isStream: Bool
        var pieces = Data()
        var length: Int
    }

    private let wasBegun = Locked(false)
    private let slots = Locked([Slot?](repeating: nil, count: capacity))

    /// What the journal's entry was answered with; `nil` when that is not kept, or not any more.
    subscript(entry: Int) -> Kept? {
        guard entry > 0, let slot = slots.withLock({ $0[entry % Self.capacity] }), slot.entry == entry else {
            return nil
        }
        let response = slot.response
        // Some faults are for clients in this process, and a server sends the response.
        let isBroken = response.fault?.breaksOff(bodyOf: slot.length) == true
        let note = isBroken ? "The connection was made to fail." : slot.isStream ? "The body came in pieces." : nil
        return Kept(
            status: isBroken ? nil : response.status, headerFields: response.headerFields,
            body: slot.isStream ? slot.pieces : response.body, length: slot.length, note: note)
    }

    /// Whether responses are wanted, since somebody has looked.
    var isKeeping: Bool { wasBegun.withLock { $0 } }

    /// Wants responses from now on.
    func begin() { wasBegun.withLock { $0 = true } }

    /// Keeps a response in the place of the one so many before it; without an entry it is the inspector's own.
    func keep(_ response: Response, of entry: Int) {
        guard entry > 0 else { return }
        var (kept, length, isStream) = (response, 0, false)
        switch response.content {
        case .data(let body):
            length = body.count
            // A part would hold on to the whole.
            if length > Self.bodyLimit { kept.body = Data(Array(body.prefix(Self.bodyLimit))) }
        case .stream, .webSocket, .file:
            // What it is read from ends when nobody holds on to it.
            isStream = response.isStream
            kept.body = Data()
        }
        let slot = Slot(entry: entry, response: kept, isStream: isStream, length: length)
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
            slots[place]?.length += piece.count
            let room = Self.bodyLimit - (slots[place]?.pieces.count ?? 0)
            if room > 0 { slots[place]?.pieces.append(contentsOf: piece.prefix(room)) }
        }
    }
}
