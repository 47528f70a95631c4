import Foundation
import Teapot

/// The part of a stream that a client in this process receives, which a fault within the body may limit.
struct StreamAllowance: Sendable {
    /// The status of the response.
    private var status = Teapot.StatusCode.ok
    private var fault: Response.Fault?
    /// The number of bytes that are still sent.
    private var rest = Int.max

    /// Creates an allowance without a limit.
    init() {}

    /// Creates the allowance of a response whose body is a stream.
    init(_ response: Response) {
        status = response.status
        guard let fault = response.fault, case .after(let count, _) = fault.kind else { return }
        let length = response.headerFields["Content-Length"].flatMap { Int($0) }
        // A body of a known length is complete with its last byte.
        if let length, !fault.breaksOff(bodyOf: length) { return }
        (self.fault, rest) = (fault, count)
    }

    /// A Boolean value that indicates whether no more bytes are sent.
    var isSpent: Bool { fault != nil && rest == 0 }

    /// Takes a piece, and returns the part of it that is sent.
    mutating func take(_ piece: Data) -> Data {
        defer { rest -= min(rest, piece.count) }
        return piece.prefix(rest)
    }

    /// The ending of a stream that ends now, and its error.
    var ending: (ending: Journal.Ending, error: (any Error)?) {
        let error = error
        return (error == nil ? .responded(status) : .failed, error)
    }

    /// The error of a stream that ends now, because no more bytes are sent or because there are no more; `nil` if the
    /// client does not notice a fault.
    private var error: (any Error)? {
        switch fault?.wire {
        case .endBody, .resetBody: isSpent ? fault?.error : nil
        // A body that is longer than its declared length is truncated without an error.
        case .contentLength: isSpent ? nil : fault?.error
        case .malformedChunk, .silence, .nothing, .reset, .garbage, nil: fault?.error
        }
    }
}
