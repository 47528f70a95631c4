import Foundation
import Teapot
public import TeapotMock

extension Response {
    /// A copy of a response whose body is cut or split at one place.
    public struct Variation: Sendable, CustomStringConvertible {
        /// The response.
        public let response: Response
        /// The number of body bytes before the place.
        public let offset: Int
        /// The place, such as `cut after 17 of 240 bytes, after piece 1 of 12`.
        public let description: String
    }

    /// The variations of a response, created lazily.
    public struct Variations: RandomAccessCollection, Sendable {
        /// The position of the first variation.
        public var startIndex: Int { 0 }
        /// The position after the last variation.
        public let endIndex: Int
        private let make: @Sendable (Int) -> Variation

        init(_ count: Int, _ make: @escaping @Sendable (Int) -> Variation) {
            endIndex = Swift.max(0, count)
            self.make = make
        }

        /// Accesses the variation at a position.
        ///
        /// - Parameter position: The position, from zero.
        public subscript(position: Int) -> Variation { make(position) }
    }

    /// Variations that lose the connection before the first piece of the body, and after each piece.
    ///
    /// ```swift
    /// let tokens = ["data: a\n\n", "data: b\n\n"].map { Data($0.utf8) }
    /// for cut in Response.stream(tokens, contentType: "text/event-stream").cuttingAtEveryBoundary {
    ///     router.get("/chat", with: cut.response)
    ///     await #expect(throws: TeapotError.self, "\(cut)") { try await client.get("chat") }
    /// }
    /// ```
    ///
    /// Each variation has the fault ``/TeapotMock/Response/Fault/reset(after:)``, and its pieces arrive at their usual
    /// times. A body that declares no length is also cut after its last byte, where a client can't know that the body
    /// is complete. The pieces are those of a stream or events created from a list, or of a recorded response. A body
    /// of bytes is one piece. For a generated stream, call `collectingPieces(upTo:)` first; otherwise, the only
    /// variation is a failure that says so.
    ///
    /// Complexity: O(*n*) in the number of pieces. Each variation is created in constant time.
    public var cuttingAtEveryBoundary: Variations {
        guard let boundaries = script?.boundaries else { return withoutPieces }
        return cuts(at: boundaries.dropLast(declaresLength ? 1 : 0), among: boundaries)
    }

    /// Variations that lose the connection before the first byte of the body, and after each byte.
    ///
    /// See `cuttingAtEveryBoundary` for how bodies are cut.
    ///
    /// Complexity: O(*n*) in the number of pieces.
    public var cuttingAtEveryByte: Variations {
        guard let boundaries = script?.boundaries else { return withoutPieces }
        return cuts(at: 0..<(boundaries.last ?? 0) + (declaresLength ? 0 : 1), among: boundaries)
    }

    /// Variations that split the body after each byte but the last.
    ///
    /// ```swift
    /// for split in Response.text("{\"tea\": \"緑茶\"}\r\n", contentType: "application/x-ndjson").splittingAtEveryByte {
    ///     router.get("/log", with: split.response)
    ///     let stream = try await client.stream("log")
    ///     for try await line in stream.lines { #expect(line == "{\"tea\": \"緑茶\"}", "\(split)") }
    /// }
    /// ```
    ///
    /// Nothing is lost: the two halves are sent one after another without a pause, and all other pieces are unchanged.
    /// A correct client reads the same content from each variation.
    ///
    /// Complexity: O(*n*) in the number of pieces, and the same for creating each variation.
    public var splittingAtEveryByte: Variations {
        guard let script else { return withoutPieces }
        let length = script.boundaries.last ?? 0
        return Variations(length - 1) { index in
            var response = self
            response.content = .stream(Stream(script.splitting(after: index + 1)))
            response.validators = nil
            if declaresLength { response.headers["Content-Length"] = String(length) }
            return Variation(
                response: response, offset: index + 1,
                description: "split after \(index + 1) of \(String(counting: length, "byte"))")
        }
    }

    /// Whether a client knows the length of the body before the body ends.
    private var declaresLength: Bool {
        if case .data = content, !hasPieces { return true }
        return headers["Content-Length"].map { Int($0) != nil } ?? false
    }

    /// Returns the cuts of a response.
    ///
    /// - Parameters:
    ///   - offsets: The offsets of the cuts.
    ///   - boundaries: The offsets of the boundaries between the pieces, starting with zero.
    /// - Returns: The cuts, in the order of their offsets.
    private func cuts<Offsets: RandomAccessCollection<Int> & Sendable>(
        at offsets: Offsets, among boundaries: [Int]
    ) -> Variations where Offsets.Index == Int {
        var whole = self
        if hasPieces { whole = inPieces() }
        return Variations(offsets.count) { [whole] index in
            let offset = offsets[offsets.startIndex + index]
            let text = "cut after \(offset) of \(String(counting: boundaries.last ?? 0, "byte"))"
            return Variation(
                response: whole.failing(.reset(after: offset)), offset: offset,
                description: text + Self.place(of: offset, among: boundaries))
        }
    }

    /// Returns the end of a description, which names the piece that contains an offset.
    private static func place(of offset: Int, among boundaries: [Int]) -> String {
        guard boundaries.count > 2 else { return "" }
        var (low, high) = (0, boundaries.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if boundaries[middle] < offset { low = middle + 1 } else { high = middle }
        }
        let isBoundary = boundaries[low] == offset
        if low == 0 { return ", before piece 1 of \(boundaries.count - 1)" }
        return ", \(isBoundary ? "after" : "within") piece \(low) of \(boundaries.count - 1)"
    }

    /// The only variation of a response whose pieces aren't known.
    private var withoutPieces: Variations {
        let reason: String
        switch content {
        case .file(let name):
            reason = "the fixture “\(name)” is read by a router; create the response from its bytes with `.data(…)`"
        case .upgrade(let upgrade): reason = "a \(upgrade.name) has no body"
        case .stream, .data:
            reason = "the stream is generated as it's sent; collect its pieces first with `collectingPieces()`"
        }
        let text = "The pieces of the response aren't known: " + reason
        let error = TeapotError.make(.unansweredRequest, text)
        return Variations(1) { _ in Variation(response: .error(error), offset: 0, description: text) }
    }
}
