import Foundation
import Teapot
package import TeapotMock
import TeapotMockLive

/// The way a mock's response is sent, as stated in the index file: `fault` and `stream`.
package struct Delivery: Sendable, Equatable {
    /// The names of the entry's members that state the delivery.
    package static let memberNames = ["fault", "stream"]

    /// The failure of the exchange.
    var fault: WrittenFault?
    /// The pieces of the body.
    var stream: Pieces?

    /// The pieces of a body, as stated in the file.
    struct Pieces: Sendable, Equatable {
        /// The number of bytes in a piece, or `nil` for one piece for each line or event.
        let count: Int?
        /// The time before each piece except the first, in seconds.
        let interval: Double
        /// The recorded pieces of the body, and their times.
        var recorded: [Response.Piece] = []
    }

    /// Whether nothing is stated.
    package var isEmpty: Bool { fault == nil && stream == nil }

    /// Creates a delivery that states nothing.
    package init() {}

    /// Creates the delivery of a response.
    ///
    /// - Parameters:
    ///   - fault: The failure of the exchange, or `nil` for none.
    ///   - pieces: The number of bytes in a piece, and the time before each piece except the first, in seconds, or
    ///     `nil` for a body in one piece.
    package init(fault: Response.Fault?, pieces: (count: Int, interval: Double)? = nil) {
        self.fault = fault.flatMap { WrittenFault($0) }
        stream = pieces.map { Pieces(count: $0.count, interval: $0.interval) }
    }

    /// Creates the delivery of a recorded response.
    ///
    /// - Parameter pieces: The pieces in which the body arrived, or an empty array for a body in one piece.
    package init(recorded pieces: [Response.Piece]) {
        if !pieces.isEmpty { stream = Pieces(count: nil, interval: 0, recorded: pieces) }
    }

    /// The failure as written in files, or `nil` for none.
    package var faultText: String? { fault?.text }

    /// The delivery as the members of an entry.
    package var document: [String: any Sendable] {
        var members: [String: any Sendable] = [:]
        members["fault"] = faultText
        if let stream {
            var parts: [String: any Sendable] = ["every": WrittenTime.text(stream.interval)]
            parts["bytes"] = stream.count
            if !stream.recorded.isEmpty { parts = ["pieces": WrittenPieces.text(stream.recorded)] }
            members["stream"] = parts
        }
        return members
    }

    /// Returns the delivery as the members of an existing entry.
    ///
    /// A handwritten fault or stream is kept. Recorded pieces come from the latest recording.
    ///
    /// - Parameters:
    ///   - former: The existing members of the entry.
    ///   - keepsPieces: Whether existing recorded pieces are kept, too.
    /// - Returns: The members that state the delivery.
    package func document(
        after former: [String: any Sendable], keepingPieces keepsPieces: Bool
    ) -> [String: any Sendable] {
        let isRecorded = fault == nil && stream?.recorded.isEmpty != true
        guard isEmpty || isRecorded else { return document }
        var kept = former.filter { Self.memberNames.contains($0.key) }
        let isWritten = (kept["stream"] as? [String: any Sendable]).map { $0["pieces"] == nil } ?? false
        if !isWritten, !keepsPieces || kept["stream"] == nil { kept["stream"] = document["stream"] }
        return kept
    }

    /// The delivery as text, or an empty string if nothing is stated.
    ///
    /// Recorded pieces aren't included, because they differ each time the same response is recorded.
    package var text: String {
        let pieces = stream.flatMap { $0.recorded.isEmpty ? "\($0.count ?? 0) \($0.interval)" : nil }
        return [faultText, pieces].compactMap(\.self).joined(separator: " ")
    }

    /// Creates a delivery by decoding the members of an entry.
    init(_ members: KeyedDecodingContainer<MemberName>) throws {
        if let text = try members.decodeIfPresent(String.self, forKey: members["fault"]) {
            do throws(WrittenFault.ParsingError) { fault = try WrittenFault(text) } catch {
                throw members.failure(error.reason, in: "fault")
            }
        }
        guard members.contains(members["stream"]) else { return }
        let parts = try members.nestedContainer(keyedBy: MemberName.self, forKey: members["stream"])
        try parts.check(["bytes", "every", "pieces"])
        if let text = try parts.decodeIfPresent(String.self, forKey: parts["pieces"]) {
            stream = try Self.recorded(text, in: parts)
            return
        }
        let count = try parts.decodeIfPresent(Int.self, forKey: parts["bytes"])
        if let count, count < 1 { throw parts.failure("expected at least 1, not \(count)", in: "bytes") }
        var interval = 0.0
        if parts.contains(parts["every"]) {
            let text = try? parts.decode(String.self, forKey: parts["every"])
            guard let seconds = text.flatMap({ WrittenTime.seconds($0) }) else {
                throw parts.failure("expected \(WrittenTime.expectation)", in: "every")
            }
            interval = seconds
        }
        stream = Pieces(count: count, interval: interval)
    }

    /// Returns the pieces of a recorded body by decoding them.
    private static func recorded(_ text: String, in parts: KeyedDecodingContainer<MemberName>) throws -> Pieces {
        if let other = ["bytes", "every"].first(where: { parts.contains(parts[$0]) }) {
            throw parts.failure("use “pieces” without “bytes” and “every”", in: other)
        }
        do throws(WrittenPieces.ParsingError) {
            return Pieces(count: nil, interval: 0, recorded: try WrittenPieces.pieces(text))
        } catch { throw parts.failure(error.reason, in: "pieces") }
    }
}
