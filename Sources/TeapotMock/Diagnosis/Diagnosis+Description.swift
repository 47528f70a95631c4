import Teapot

extension Diagnosis: CustomStringConvertible {
    /// The request, the reason that no route answered, the nearest routes, and a stub to paste.
    ///
    /// If a program gives advice, because its user didn't write the routes, the advice comes first.
    public var description: String {
        let details = (remedy == nil || details.isEmpty ? [] : ["The request:"]) + details.map { "   " + $0 }
        let title = nearest.count == 1 ? "The nearest route:" : "The nearest routes:"
        let routes = nearest.enumerated().map { "\($0.offset + 1). \($0.element.text(withPlace: remedy == nil))" }
        let titled = routes.isEmpty ? [] : [title] + routes
        let alternative = remedy == nil ? suspect.map { " If not, correct the route at \($0)." } : nil
        let advice = [suggestion.map { $0 + (alternative ?? "") }, remedy?.advice].compactMap(\.self)
        // If the URL is wrong, another router doesn't help.
        let hasNoStub = stub.isEmpty || reason != nil && suggestion != nil
        let paste = hasNoStub ? [] : ["A stub to paste:"] + stub.split(separator: "\n").map { "   " + $0 }
        let rest = remedy.map { advice + ($0.showsRoutes ? titled : []) + details } ?? details + advice + titled + paste
        return ([headline] + rest).joined(separator: "\n")
    }

    var headline: String {
        if let reason { return "\(request.method) \(request.origin ?? "")\(request.shortPath) \(reason)." }
        let target = request.target(below: depth)
        switch routeCount {
        case 0 where !nearest.isEmpty: return "\(target) matches no route: all of the router's are used up."
        case 0: return "\(target) matches no route: the router has none."
        case 1: return "\(target) doesn't match the router's only route."
        default: return "\(target) matches none of the router's \(routeCount) routes."
        }
    }

    /// The maximum number of headers to show.
    private static let fieldLimit = 12

    /// The headers of the request and the beginning of its body.
    private var details: [String] {
        var lines = request.headers.prefix(Self.fieldLimit).map { field in
            "\(field.name): \(field.redactedValue(options).shortened(to: 120))"
        }
        let rest = request.headers.count - Self.fieldLimit
        if rest > 0 { lines.append("and \(rest) more headers") }
        if let length = request.droppedBodyLength {
            lines.append("body of \(String(counting: length, "byte")), no longer kept")
        } else if let body = request.shownBody {
            lines.append("body of \(String(counting: request.body.count, "byte")): \(body)")
        }
        return lines
    }
}
