import Teapot

extension Teapot.HeaderFields {
    /// Fields that differ from one answer to the next, in small letters.
    private static let volatile: Set = [
        "age", "alt-svc", "cf-ray", "date", "expires", "nel", "report-to", "reporting-endpoints", "server-timing",
        "set-cookie", "traceparent", "tracestate", "via", "x-amz-cf-id", "x-amz-cf-pop", "x-amz-id-2",
        "x-amzn-requestid",
        "x-b3-spanid", "x-b3-traceid", "x-cache", "x-cache-hits", "x-cloud-trace-context", "x-runtime", "x-served-by",
        "x-timer",
    ]
    private static let volatileEnds = [
        "-request-id", "-requestid", "-correlation-id", "-trace-id", "-response-time", "ratelimit-remaining",
        "ratelimit-reset", "ratelimit-used", "rate-limit-remaining", "rate-limit-reset",
    ]

    /// The fields as they are recorded, in the order of their names.
    ///
    /// - Parameters:
    ///   - withVolatile: Whether those are among them that differ from one answer to the next.
    ///   - names: Others that are left out.
    /// - Returns: The fields.
    func recorded(withVolatile: Bool, without names: [String]) -> Self {
        let kept = filter { field in
            let name = field.name.lowercased()
            let isVolatile = Self.volatile.contains(name) || Self.volatileEnds.contains(where: ("-" + name).hasSuffix)
            return (withVolatile || !isVolatile) && !names.contains { $0.isSameHeaderName(as: name) }
        }
        let sorted = kept.enumerated().sorted {
            ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset)
        }
        return Self(sorted.map(\.element))
    }
}
