import Foundation
import Teapot
import TeapotMock

/// The last responses of a server, by the number of the journal entry; the journal itself keeps only requests.
///
/// It keeps nothing until the inspector is used, because it would have to copy the beginnings of long bodies.
final class ResponseMemory: Sendable {
    /// The kept parts of a response.
    struct Kept: Sendable {
        /// The status sent to the client, or `nil` if the connection was made to fail.
        let status: Teapot.StatusCode?
        let headers: Teapot.HeaderFields
        /// The body, or its beginning.
        let body: Data
        /// The length of the body, in bytes.
        let length: Int
        /// An additional note.
        let note: String?
        /// The simulated failure, or `nil` if there's none.
        let fault: Response.Fault.Wire?

        /// Whether the whole body is kept.
        var isWhole: Bool { body.count == length }
    }

    /// The maximum number of kept responses.
    private static let capacity = 256
    /// The maximum size of a kept body, in bytes.
    private static let bodyLimit = 512 * 1024

    /// The stored data of a response, which becomes a ``Kept`` on demand.
    private struct Slot {
        let entry: Int
        /// The response, with a separate body if that is long or not available as bytes.
        let response: Response
        let isStream: Bool
        var pieces = Data()
        var length: Int
    }

    private let wasBegun = Locked(false)
    private let slots = Locked([Slot?](repeating: nil, count: capacity))

    /// Accesses the response to an entry of the journal, or `nil` if it isn't kept or no longer is.
    subscript(entry: Int) -> Kept? {
        guard let slot = slots.withLock({ $0[entry % Self.capacity] }), slot.entry == entry else { return nil }
        let response = slot.response
        // Some faults affect only clients in this process. For them, a server sends the response.
        let isBroken = response.fault?.breaksOff(bodyOf: slot.length) == true
        let isSent = !isBroken || response.fault?.hasResponse == true
        let isChunked = slot.isStream && slot.length > 0 && response.headers["Content-Length"] == nil
        let note = isBroken ? "The connection was cut off." : isChunked ? "Sent in chunks." : nil
        return Kept(
            status: isBroken ? nil : response.status, headers: response.headers,
            body: !isSent ? Data() : slot.isStream ? slot.pieces : response.body, length: isSent ? slot.length : 0,
            note: note, fault: response.fault?.wire)
    }

    /// Whether responses are kept, because the inspector has been used.
    var isKeeping: Bool { wasBegun.withLock { $0 } }

    /// Keeps responses from now on.
    func begin() { wasBegun.withLock { $0 = true } }

    /// Keeps the response to an entry of the journal, replacing the oldest one.
    func keep(_ response: Response, of entry: Int) {
        var (kept, length, isStream) = (response, 0, false)
        switch response.content {
        case .data(let body):
            length = body.count
            // A slice would keep the whole body alive.
            if length > Self.bodyLimit { kept.body = Data(Array(body.prefix(Self.bodyLimit))) }
        case .stream, .upgrade, .file:
            // Don't retain the response: the source of its body ends when the response is released.
            if case .stream = response.content { isStream = true }
            kept.body = Data()
        }
        let slot = Slot(entry: entry, response: kept, isStream: isStream, length: length)
        // Release the old response outside the lock.
        _ = slots.withLock { slots in
            defer { slots[entry % Self.capacity] = slot }
            return slots[entry % Self.capacity]
        }
    }

    /// Adds a piece to a body that is sent in pieces.
    func add(_ piece: Data, to entry: Int) {
        slots.withLock { slots in
            let place = entry % Self.capacity
            guard slots[place]?.entry == entry else { return }
            slots[place]?.length += piece.count
            let room = Self.bodyLimit - (slots[place]?.pieces.count ?? 0)
            if room > 0 { slots[place]?.pieces.append(contentsOf: piece.prefix(room)) }
        }
    }
}
