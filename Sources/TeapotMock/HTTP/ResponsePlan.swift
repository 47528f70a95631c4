package import Foundation
import Teapot

/// What is sent of a response: its head, how much of its body, and how it ends, decided once for all carriers.
///
/// A carrier asks for one action after the other, as soon as its client can take it. Framing and pace are those of the
/// carrier, and so are faults without any response.
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

    /// The length of the body as the client learns it (RFC 9112 §6.3).
    package enum Length: Sendable, Equatable {
        /// There is no body; a length is declared if it describes the body of another response, as for HEAD.
        case none(told: Int?)
        case known(Int)
        case unknown
    }

    private enum Phase: Sendable {
        case head
        case body
        case over
    }

    /// The response.
    package let response: Response
    package let length: Length
    /// The fault within the body; `nil` if there is none, or the body ends before it.
    package let fault: Response.Fault?
    private var phase = Phase.head
    /// The bytes of the body that are there and not sent.
    private var waiting = Data()
    /// A Boolean value that indicates whether no more bytes follow those.
    private var isSourceOver = true
    /// The number of bytes of the body so far.
    private var count = 0
    /// The number of bytes behind which nothing is sent.
    private let limit: Int
    /// A Boolean value that indicates whether the stream has more bytes than it says.
    private var isTooLong = false
    /// The decoder of a client in this process, and the bytes that it is to decode at the end of the body.
    private var (decoder, coded) = (ContentDecoder?.none, Data())
    /// The error of a client that could not decode the body.
    private var failure: URLError?

    /// Decides what is sent of a response; of one that can't be sent, an explanation with status 500.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - method: The method of the request.
    ///   - isInProcess: A Boolean value that indicates whether the client is in this process. As if it had read the
    ///     response from a socket, it receives a decoded body, and no bytes behind the declared length.
    package init(_ response: Response, to method: String, isInProcess: Bool) {
        let response = response.unsendableReason.map { .unsendable($0) } ?? response
        let (status, body) = (response.status.rawValue, response.body)
        let isHead = method == "HEAD"
        let hasContent = response.status.mayHaveContent && !isHead
        var isStream = false
        if case .stream = response.content { isStream = true }
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
        self.response = response
        (self.fault, self.limit, isSourceOver) = (fault, limit, !isStream)
        length = hasContent ? number.map { .known($0) } ?? .unknown : .none(told: number)
        if hasContent {
            waiting = body
            if isInProcess { decoder = ContentDecoder(response.headerFields) }
        }
    }

    /// Returns the next action; again and again the last one when the response is over.
    package mutating func next() -> Action {
        while case .body = phase, !waiting.isEmpty, count < limit {
            let room = limit - count
            // A copy, so that a client which keeps the part does not keep the whole.
            let bytes =
                waiting.count > room ? waiting.subdata(in: waiting.startIndex..<waiting.startIndex + room) : waiting
            waiting = Data()
            count += bytes.count
            if decoder == nil { return .bytes(bytes) }
            coded += bytes
        }
        switch phase {
        case .over: return .end(nil)
        case .head:
            if case .none = length { phase = .over } else { phase = .body }
            return .head
        case .body:
            waiting = Data()
            // A stream that is as long as it says is asked for its end, in which it may take part.
            if !isSourceOver, count < limit || fault == nil && !isTooLong, case .stream(let stream) = response.content {
                return .pull(stream)
            }
            if let coding = decoder.take() {
                (coded, failure) = coding.decode(coded)
                if !coded.isEmpty { return .bytes(coded) }
            }
            phase = .over
            if let failure { return .end(failure) }
            return isBroken ? .breakOff(fault?.error ?? Response.Fault.cutShort(after: 0).error) : .end(nil)
        }
    }

    /// Takes a piece of the stream.
    package mutating func receive(_ piece: Data) {
        isTooLong = count >= limit && !piece.isEmpty
        waiting = waiting.isEmpty ? piece : waiting + piece
    }

    /// Takes note that the stream has no more pieces.
    package mutating func endStream() { isSourceOver = true }

    /// A Boolean value that indicates whether the client notices that the body ends here.
    private var isBroken: Bool {
        if count >= limit { return fault?.wire?.bodyLimit != nil }
        if case .malformedChunk? = fault?.wire { return true }
        // RFC 9112 §8: the body is shorter than declared.
        if case .known(let number) = length { return count < number }
        return false
    }
}

extension ResponsePlan {
    /// The bytes of the body, which are empty if there is none, or if it is a stream.
    var body: Data { if case .none = length { Data() } else { response.body } }

    /// A Boolean value that indicates whether the body is a stream.
    package var isStream: Bool {
        if case .none = length { return false }
        if case .stream = response.content { return true } else { return false }
    }

    /// The header fields as a client in this process receives them: with the length of the body, and without the white
    /// space around values (RFC 9112 §5.1) and what only belongs to a connection (§6.1).
    var headerFields: Teapot.HeaderFields {
        var fields = response.headerFields
        if fields.fields.contains(where: { $0.value.hasOuterBlanks }) {
            let blanks = CharacterSet(charactersIn: " \t")
            fields = .init(fields.map { .init(name: $0.name, value: $0.value.trimmingCharacters(in: blanks)) })
        }
        if fields["Transfer-Encoding"] != nil { fields["Transfer-Encoding"] = nil }
        let told: String? =
            switch length {
            case .none(let number): number.map { String($0) }
            case .known(let number): String(number)
            case .unknown: nil
            }
        if fields["Content-Length"] != told { fields["Content-Length"] = told }
        return fields
    }
}

extension String {
    fileprivate var hasOuterBlanks: Bool { utf8.first?.isBlank == true || utf8.last?.isBlank == true }
}

extension Teapot.StatusCode {
    /// A Boolean value that indicates whether a response with this status may have content (RFC 9110 §6.4.1, §15.3.6).
    package var mayHaveContent: Bool {
        !(100..<200 ~= rawValue || rawValue == 204 || rawValue == 205 || rawValue == 304)
    }
}
