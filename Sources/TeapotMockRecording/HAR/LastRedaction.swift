import Foundation
import Teapot
import TeapotMock

/// A redaction of requests that are compared with a recording, which keeps its last result.
///
/// A request is compared with the bodies of many recorded ones.
final class LastRedaction: Sendable {
    private struct Last {
        let body: Data
        let type: String?
        let redacted: Data
    }

    let redaction: Redaction
    private let last = Locked<Last?>(nil)

    init(_ redaction: Redaction) { self.redaction = redaction }

    /// Returns a request with the body in the form in which it is compared.
    func redacted(_ request: Request) -> Request {
        guard !request.body.isEmpty else { return request }
        let type = request.headerFields["Content-Type"]
        var result = request
        if let last = last.withLock({ $0 }), last.type == type, last.body == request.body {
            result.body = last.redacted
            return result
        }
        result.body = redaction.redacted(request.body, of: type, Redaction.Names(redaction.names))
        let next = Last(body: request.body, type: type, redacted: result.body)
        // What was last is released outside the lock.
        _ = last.withLock { last in
            defer { last = next }
            return last
        }
        return result
    }
}
