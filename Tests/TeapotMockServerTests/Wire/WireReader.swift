import Teapot
import TeapotMock

@testable import TeapotMockServer

/// How much of a request is taken in; the parser's own limits where there is none.
struct WireLimits: Equatable {
    var head: Int?
    var body: Int?
}

/// The parser as the corpus sees it: pieces in, outcomes out.
///
/// Nothing else of the corpus knows the parser's types.
struct WireReader {
    private var parser: RequestParser
    /// Whether a request has closed the connection.
    private(set) var hasClosed = false

    init(limits: WireLimits) {
        var own = Server.Limits()
        if let head = limits.head { own.headBytes = head }
        if let body = limits.body { own.bodyBytes = body }
        parser = RequestParser(limits: own)
    }

    /// Takes a piece and says what comes of it.
    ///
    /// Behind a request that closes the connection nothing is read (RFC 9112 §9.6).
    mutating func read(_ piece: some Collection<UInt8>) -> [WireOutcome] {
        guard !hasClosed else { return [] }
        parser.append(piece)
        var outcomes: [WireOutcome] = []
        while true {
            switch parser.next() {
            case .needsMore:
                return outcomes
            case .continueExpected:
                outcomes.append(.interim)
            case .request(let incoming):
                let request = Self.request(incoming)
                outcomes.append(.request(request))
                hasClosed = !request.keepsAlive
                if hasClosed { return outcomes }
            case .rejected(let rejection):
                return outcomes + [.refused(status: rejection.status.rawValue, reason: rejection.reason)]
            }
        }
    }

    /// Why the bytes must not stop here; `nil` where they may.
    var prematureEnd: String? { hasClosed ? nil : parser.prematureEnd?.reason }

    private static func request(_ incoming: IncomingRequest) -> WireRequest {
        WireRequest(
            method: incoming.request.method,
            path: incoming.request.path,
            query: incoming.request.query.map { [$0.name] + ($0.value.map { [$0] } ?? []) },
            fields: incoming.request.headerFields.map { [$0.name, $0.value] },
            body: Array(incoming.request.body),
            minorVersion: incoming.minorVersion,
            keepsAlive: incoming.keepsAlive
        )
    }
}
