package import Teapot
import TeapotMock

extension Teapot.HeaderFields {
    /// The headers that differ from one response to the next, in lowercase.
    private static let volatile: Set = [
        "age", "alt-svc", "cf-ray", "date", "expires", "nel", "report-to", "reporting-endpoints", "server-timing",
        "set-cookie", "traceparent", "tracestate", "via", "x-amz-cf-id", "x-amz-cf-pop", "x-amz-id-2",
        "x-amzn-requestid", "x-b3-spanid", "x-b3-traceid", "x-cache", "x-cache-hits", "x-cloud-trace-context",
        "x-runtime", "x-served-by", "x-timer",
    ]
    private static let volatileEnds = [
        "-request-id", "-requestid", "-correlation-id", "-trace-id", "-response-time", "ratelimit-remaining",
        "ratelimit-reset", "ratelimit-used", "rate-limit-remaining", "rate-limit-reset",
    ]

    /// The names of a response's headers that a mock omits, because they differ from one response to the next.
    package var namesLeftOutOfMocks: [String] {
        let kept = recorded(withVolatile: false, without: ["Content-Length"]).map(\.name)
        var seen: Set<String> = []
        return map(\.name).filter { name in
            !kept.contains(name) && !name.isSameHeaderName(as: "Content-Length") && seen.insert(name).inserted
        }
    }

    /// Returns the headers to record, sorted by name.
    ///
    /// - Parameters:
    ///   - withVolatile: Whether to include headers that differ from one response to the next.
    ///   - names: The names of other headers to omit.
    /// - Returns: The headers.
    func recorded(withVolatile: Bool, without names: [String]) -> Self {
        let kept = filter { field in
            let name = field.name.lowercased()
            let isVolatile = Self.volatile.contains(name) || Self.volatileEnds.contains(where: ("-" + name).hasSuffix)
            return (withVolatile || !isVolatile) && !names.contains { $0.isSameHeaderName(as: name) }
        }
        return Self(kept.ordered { $0.name.lowercased() < $1.name.lowercased() })
    }
}
