package import Foundation
import Teapot

/// A plan for sending a response: its head, how much of its body to send, and how it ends.
///
/// The in-process player and the server share it. The sender requests the next action as soon as its client can take
/// it. The sender decides about framing and pace.
package struct ResponsePlan: Sendable {
    /// An action of the sender.
    package enum Action: Sendable {
        /// Send the status and the headers.
        case head
        /// Send a part of the body.
        case bytes(Data)
        /// Pass the stream's next piece to ``receive(_:)``, or call ``endStream()`` if there is none.
        case pull(Response.Stream)
        /// Tell the client that the response is complete, or that decoding failed with this error.
        case end(URLError?)
        /// Break off the connection, so the client receives this error.
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
    /// The declared length, or `nil` if none is declared (RFC 9112 §6.3).
    ///
    /// Without content, it's the length of the body that another response would have, as for `HEAD`.
    package let declaredLength: Int?
    /// The fault before the response or within the body, or `nil` if there is none or the body ends before it.
    package let fault: Response.Fault?
    private var phase = Phase.head
    /// The available bytes of the body that haven't been sent yet.
    private var waiting = Data()
    /// Whether those are the last bytes.
    private var isSourceOver = true
    /// The number of bytes of the body so far, including unsent ones.
    private var count = 0
    /// The maximum number of bytes to send.
    private let limit: Int
    /// The decoder of a client in this process, and the bytes to decode at the end of the body.
    private var (decoder, coded) = (ContentDecoder?.none, Data())
    /// The error of a client that couldn't decode the body.
    private var failure: URLError?

    /// Creates the plan for a response.
    ///
    /// A response that can't be sent is replaced with an explanation and status 500.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - isHead: Whether the method of the request is `HEAD`.
    ///   - isInProcess: Whether the client is in this process. As with a socket, it receives a decoded body, and no
    ///     bytes after the declared length.
    package init(_ response: Response, isHead: Bool, isInProcess: Bool) {
        var reason: String?
        if let fault = response.fault, case .instead(let error) = fault.kind {
            // A server can't cause every error that a client may have.
            if isInProcess || fault.wire?.hasResponse == false { phase = .fault(error) }
            if fault.wire == nil { reason = "It fails with \(error), which a server can't trigger in a client." }
        }
        if case .head = phase { reason = reason ?? response.unsendableReason } else { reason = nil }
        let response = reason.map { .unsendable($0) } ?? response
        let (status, body) = (response.status.rawValue, response.body)
        let (hasContent, isStream) = (response.status.mayHaveContent && !isHead, response.isStream)
        // RFC 9110 §9.3.2, §15.4.5: without content, the length is that of the body another response would have.
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
        if isInProcess { decoder = ContentDecoder(response.headers) }
    }

    /// Returns the next action, or `end` again after the last one.
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
            // Read a stream to its end, even after the last byte. Otherwise, its recording would be incomplete.
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

    /// Takes a piece of the body once the previous one has been sent.
    package mutating func receive(_ piece: Data) {
        let room = max(0, limit - count)
        count += piece.count
        // Copy the part, so a client that keeps it doesn't keep the whole piece.
        waiting = piece.count > room ? piece.subdata(in: piece.startIndex..<piece.startIndex + room) : piece
    }

    /// Marks that the stream has no more pieces.
    package mutating func endStream() { isSourceOver = true }

    /// Whether the client has all of the declared body, even if its stream goes on.
    package var isComplete: Bool { fault == nil && declaredLength.map { count >= $0 && waiting.isEmpty } ?? false }

    /// Whether the client can tell that the body ends too soon here.
    private var isBroken: Bool {
        if count >= limit { return fault?.wire?.bodyLimit != nil }
        if case .malformedChunk? = fault?.wire { return true }
        // RFC 9112 §8: the body is shorter than declared.
        return declaredLength.map { count < $0 } ?? false
    }
}

extension ResponsePlan {
    /// The bytes of the body, which are empty if there is no body or it's a stream.
    var body: Data { hasContent ? response.body : Data() }

    /// Whether the body is a stream.
    package var isStream: Bool { hasContent && response.isStream }

    /// The headers as a client in this process receives them: with the body's length, but without the white space
    /// around values (RFC 9112 §5.1) and without headers that concern only the connection (§6.1).
    var headers: Teapot.HeaderFields {
        var fields = response.headers
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

extension String { fileprivate var hasOuterBlanks: Bool { utf8.first?.isBlank == true || utf8.last?.isBlank == true } }

extension Teapot.StatusCode {
    /// Whether a response with this status may have content (RFC 9110 §6.4.1, §15.3.6).
    package var mayHaveContent: Bool {
        !(100..<200 ~= rawValue || rawValue == 204 || rawValue == 205 || rawValue == 304)
    }
}
