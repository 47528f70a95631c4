import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// A redaction of requests that are compared with a recording, which keeps its last result.
///
/// A request is compared with the bodies of many recorded ones.
final class LastRedaction: Sendable {
    private struct Last {
        let body: Data
        let type: String?
        let redacted: Data
        let condition: RequestCondition.Body?
    }

    let redaction: Redaction
    private let last = Locked<Last?>(nil)

    init(_ redaction: Redaction) { self.redaction = redaction }

    /// Returns a request with the body in the form in which it is compared, and the condition that only this body
    /// meets.
    func compared(_ request: Request) -> (request: Request, condition: RequestCondition.Body?) {
        guard !request.body.isEmpty else { return (request, RequestCondition.body(of: request, before: request)) }
        let type = request.headerFields["Content-Type"]
        var redacted = request
        if let last = last.withLock({ $0 }), last.type == type, last.body == request.body {
            redacted.body = last.redacted
            return (redacted, last.condition)
        }
        redacted.body = redaction.redacted(request.body, of: type, Redaction.Names(redaction.names))
        let condition = RequestCondition.body(of: redacted, before: redacted)
        let next = Last(body: request.body, type: type, redacted: redacted.body, condition: condition)
        // What was last is released outside the lock.
        _ = last.withLock { last in
            defer { last = next }
            return last
        }
        return (redacted, condition)
    }
}
