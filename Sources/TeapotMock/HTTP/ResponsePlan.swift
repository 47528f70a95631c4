package import Foundation
import Teapot

/// What is sent of a response: its head, how much of its body, and how it ends, decided once for all carriers.
///
/// A carrier asks for one action after the other, as soon as its client can take it. Framing and pace are the carrier's
/// own business.
package struct ResponsePlan: Sendable {
    /// An action of a carrier.
    package enum Action: Sendable {
        /// Send the status and the header fields.
        case head
        /// Send a part of the body.
        case bytes(Data)
        /// Pass the next piece of the stream to ``receive(_:)``, or call ``endStream()`` if there is none.
        case pull(Response.Stream)
        /// Tell the client that the response is complete, or that it can't decode it, with this error.
        case end(URLError?)
        /// Break off the connection, so that the client receives this error.
        case breakOff(any Error)
    }

    private enum Phase: Sendable {
        /// The connection fails before the response.
        case fault(any Error)
        case head
        case body
        case over
    }

    /// The response.
    package let response: Response
    /// Whether there is a body, which may be empty.
    package let hasContent: Bool
    /// The length that the client is told, or `nil` for none (RFC 9112 §6.3).
    ///
    /// Without content, it is that of the body of another response, as for `HEAD`.
    package let declaredLength: Int?
    /// The fault before the response or within the body; `nil` if there is none, or the body ends before it.
    package let fault: Response.Fault?
    private var phase = Phase.head
    /// The bytes of the body that are there and not sent.
    private var waiting = Data()
    /// Whether no more bytes follow those.
    private var isSourceOver = true
    /// The number of bytes of the body so far, including those that are not sent.
    private var count = 0
    /// The number of bytes after which nothing more is sent.
    private let limit: Int
    /// The decoder of a client in this process, and the bytes that it is to decode at the end of the body.
    private var (decoder, coded) = (ContentDecoder?.none, Data())
    /// The error of a client that could not decode the body.
    private var failure: URLError?

    /// Decides what is sent of a response; of one that can't be sent, an explanation with status 500.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - isHead: Whether the method of the request is `HEAD`.
    ///   - isInProcess: Whether the client is in this process. As if it had read the response from a socket, it
    ///     receives a decoded body, and no bytes after the declared length.
    package init(_ response: Response, isHead: Bool, isInProcess: Bool) {
        var reason: String?
        if let fault = response.fault, case .instead(let error) = fault.kind {
            // A server can't cause each error in its client.
            if isInProcess || fault.wire?.hasResponse == false { phase = .fault(error) }
            if fault.wire == nil { reason = "It fails with \(error), which a server can't cause in its client." }
        }
        if case .head = phase { reason = reason ?? response.unsendableReason } else { reason = nil }
        let response = reason.map { .unsendable($0) } ?? response
        let (status, body) = (response.status.rawValue, response.body)
        let hasContent = response.status.mayHaveContent && !isHead
        let isStream = response.isStream
        // RFC 9110 §9.3.2, §15.4.5: without content, the length is that of the body of another response.
        let isDeclared = isStream || !hasContent && body.isEmpty
        var number = isDeclared ? response.declaredLength : body.count
        if isHead, !isStream { number = number ?? (status == 304 ? nil : 0) }
        // RFC 9110 §8.6, §15.3.6.
        if 100..<200 ~= status || status == 204 { number = nil } else if status == 205 { number = 0 }
        var (fault, limit) = (response.isExplanation ? nil : response.fault, number ?? .max)
        if case .contentLength(let wrong)? = fault?.wire {
            if hasContent || number != nil { number = wrong }
            limit = isInProcess ? wrong : .max
        } else if let count = fault?.wire?.bodyLimit {
            if let number, fault?.breaksOff(bodyOf: number) == false { fault = nil } else { limit = count }
        }
        (self.response, self.hasContent, declaredLength) = (response, hasContent, number)
        (self.fault, self.limit, isSourceOver) = (fault, limit, !isStream)
        guard hasContent else { return }
        receive(body)
        if isInProcess { decoder = ContentDecoder(response.headerFields) }
    }

    /// Returns the next action; after the last one, `end` again.
    package mutating func next() -> Action {
        switch phase {
        case .over: return .end(nil)
        case .fault(let error):
            phase = .over
            return .breakOff(error)
        case .head:
            phase = hasContent ? .body : .over
            return .head
        case .body:
            if !waiting.isEmpty {
                defer { waiting = Data() }
                if decoder == nil { return .bytes(waiting) }
                coded += waiting
            }
            // A stream is asked for its end, too, without which its recording would not be complete.
            let mayGoOn = count < limit || count == limit && fault == nil
            if !isSourceOver, mayGoOn, case .stream(let stream) = response.content { return .pull(stream) }
            if let coding = decoder.take() {
                (coded, failure) = coding.decode(coded)
                if !coded.isEmpty { return .bytes(coded) }
            }
            phase = .over
            if let failure { return .end(failure) }
            return isBroken ? .breakOff(fault?.error ?? Response.Fault.cutShort(after: 0).error) : .end(nil)
        }
    }

    /// Takes a piece of the body, the one before having been sent.
    package mutating func receive(_ piece: Data) {
        let room = max(0, limit - count)
        count += piece.count
        // A copy, so that a client which keeps the part does not keep the whole.
        waiting = piece.count > room ? piece.subdata(in: piece.startIndex..<piece.startIndex + room) : piece
    }

    /// Takes note that the stream has no more pieces.
    package mutating func endStream() { isSourceOver = true }

    /// Whether the client notices that the body ends here.
    private var isBroken: Bool {
        if count >= limit { return fault?.wire?.bodyLimit != nil }
        if case .malformedChunk? = fault?.wire { return true }
        // RFC 9112 §8: the body is shorter than declared.
        return declaredLength.map { count < $0 } ?? false
    }
}

extension ResponsePlan {
    /// The bytes of the body, which are empty if there is none, or if it is a stream.
    var body: Data { hasContent ? response.body : Data() }

    /// Whether the body is a stream.
    package var isStream: Bool { hasContent && response.isStream }

    /// The header fields as a client in this process receives them: with the length of the body, and without the white
    /// space around values (RFC 9112 §5.1) and what only belongs to a connection (§6.1).
    var headerFields: Teapot.HeaderFields {
        var fields = response.headerFields
        if fields.fields.contains(where: { $0.value.hasOuterBlanks }) {
            let blanks = CharacterSet(charactersIn: " \t")
            fields = .init(fields.map { .init(name: $0.name, value: $0.value.trimmingCharacters(in: blanks)) })
        }
        if fields["Transfer-Encoding"] != nil { fields["Transfer-Encoding"] = nil }
        let length = declaredLength.map { String($0) }
        if fields["Content-Length"] != length { fields["Content-Length"] = length }
        return fields
    }
}

extension String {
    fileprivate var hasOuterBlanks: Bool { utf8.first?.isBlank == true || utf8.last?.isBlank == true }
}

extension Teapot.StatusCode {
    /// Whether a response with this status may have content (RFC 9110 §6.4.1, §15.3.6).
    package var mayHaveContent: Bool {
        !(100..<200 ~= rawValue || rawValue == 204 || rawValue == 205 || rawValue == 304)
    }
}
