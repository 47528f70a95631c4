import TeapotMock
import TeapotMockDocuments

/// The choice of a response among those that an operation has.
struct AnswerChoice {
    let answer: OpenAPIDocument.Answer
    /// The status to send.
    let status: Int
    /// The media type of the body, or `nil` if the response has none.
    let media: OpenAPIDocument.Media?

    /// Chooses a response.
    ///
    /// Without a preference, it's the first success, or status 204 if the operation has no responses. The media type
    /// is the one that the client accepts with the highest weight; among equals, JSON.
    ///
    /// - Parameters:
    ///   - details: The operation.
    ///   - status: The preferred status, or `nil` for none.
    ///   - accept: The value of `Accept`, or `nil` for none.
    /// - Throws: A refusal with the status 406 if the client accepts none of the media types, or 400 if there's no
    ///   such response.
    init(_ details: OpenAPIDocument.Details, status: Int?, accept: String?) throws(Refusal) {
        // OpenAPI 3.1 doesn't require responses.
        let none = OpenAPIDocument.Answer(
            status: "204", content: [], place: Schema(tree: .null, pointer: details.place))
        guard let answer = Self.answer(details.answers, status) ?? (status == nil ? none : nil) else {
            let known = details.answers.map(\.status).joined(separator: ", ")
            let reason = "The operation has no response with the status \(status ?? 204). It has: \(known)."
            throw Refusal(status: 400, reason: known.isEmpty ? "The operation has no responses." : reason)
        }
        self.answer = answer
        // The first status in a range, or 200 for the default.
        self.status = status ?? Int(answer.status) ?? answer.status.first?.wholeNumberValue.map { $0 * 100 } ?? 200
        media = try Self.media(answer.content, accept, isStrict: answer.status.hasPrefix("2"))
    }

    private static func answer(_ answers: [OpenAPIDocument.Answer], _ status: Int?) -> OpenAPIDocument.Answer? {
        func first(_ isWanted: (String) -> Bool) -> OpenAPIDocument.Answer? {
            answers.first { isWanted($0.status.uppercased()) }
        }
        if let status {
            return first { $0 == "\(status)" } ?? first { $0 == "\(status / 100)XX" } ?? first { $0 == "DEFAULT" }
        }
        // The statuses are sorted, with those of digits before ranges, and the default last.
        return first { $0.hasPrefix("2") } ?? first { $0 == "DEFAULT" } ?? first { $0.hasPrefix("3") } ?? answers.first
    }

    private static func media(
        _ content: [OpenAPIDocument.Media], _ accept: String?, isStrict: Bool
    ) throws(Refusal) -> OpenAPIDocument.Media? {
        let inOrder = content.ordered { $0.isJSON && !$1.isJSON }
        guard let accept, let first = inOrder.first, !["", "*/*", first.essence].contains(accept) else {
            return inOrder.first
        }
        let ranges = AcceptedRange.all(in: accept)
        // One for which a body can be made comes first, whatever its weight of at most 1,000.
        let weights = inOrder.map { AcceptedRange.weight(of: $0.essence, in: ranges) * ($0.isAnswerable ? 1001 : 1) }
        if let best = weights.max(), best > 0 { return zip(inOrder, weights).first { $0.1 == best }?.0 }
        // An error is better than none, even if the client doesn't accept its type (RFC 9110 §12.5.1).
        guard isStrict else { return first }
        let known = content.map(\.range).asChoice
        throw Refusal(
            status: 406, reason: "The client accepts \(accept.shortened(to: 80)), and the response is \(known).")
    }
}

/// A media range that a client accepts (RFC 9110 §12.5.1).
struct AcceptedRange {
    let type: String
    /// The weight in thousandths.
    let weight: Int

    /// Returns the ranges in the value of `Accept`; those with an invalid weight are left out.
    static func all(in value: String) -> [AcceptedRange] {
        value.split(separator: ",").compactMap { element in
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let type = parts.first, let weight = AcceptedCodings.weight(parts.dropFirst()) else { return nil }
            return AcceptedRange(type: type, weight: weight)
        }
    }

    /// Returns the weight of a media type or range, by the most specific range that matches it.
    static func weight(of type: String, in ranges: [AcceptedRange]) -> Int {
        if let closest = MediaRange.closest(of: ranges.map(\.type), to: type) {
            return ranges.first { $0.type == closest }?.weight ?? 0
        }
        // The document's own type may be a range.
        guard type.hasSuffix("/*") else { return 0 }
        return ranges.filter { type == "*/*" || $0.type.hasPrefix(type.dropLast()) }.map(\.weight).max() ?? 0
    }
}
