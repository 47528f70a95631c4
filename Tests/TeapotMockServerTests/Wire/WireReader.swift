import Foundation
import Teapot
import TeapotMock

import TeapotMockServer

/// The size limits of a request; by default the parser's own.
struct WireLimits: Equatable, Sendable {
    var head: Int?
    var body: Int?
}

/// The parser in the form that the corpus uses: pieces in, outcomes out.
///
/// No other part of the corpus uses the parser's types.
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

    /// Reads a piece and returns the outcomes.
    ///
    /// After a request that closes the connection nothing is read (RFC 9112 §9.6).
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

    /// The reason why the bytes must not end here; `nil` where they may.
    var prematureEnd: String? { hasClosed ? nil : parser.prematureEnd?.reason }

    private static func request(_ incoming: IncomingRequest) -> WireRequest {
        WireRequest(
            method: incoming.request.method,
            path: incoming.request.path,
            query: incoming.request.query.map { [$0.name] + ($0.value.map { [$0] } ?? []) },
            fields: incoming.request.headers.map { [$0.name, $0.value] },
            body: Array(incoming.request.body),
            minorVersion: incoming.minorVersion,
            keepsAlive: incoming.keepsAlive
        )
    }
}
