import Teapot

extension Request {
    /// What stands before a request's body.
    enum Head: Sendable {
        /// Bytes, of which strings are made when they are asked for.
        case wire(WireHead)
        /// A client's request.
        case client(ClientHead)
        /// Strings.
        case parts(Parts)
    }

    /// A head in strings, which never change: a copy of the request takes along one reference.
    final class Parts: Sendable {
        let method: String
        let origin: String?
        let path: String
        let query: [URLQueryItem]
        let headerFields: Teapot.HeaderFields

        init(
            method: String,
            origin: String?,
            path: String,
            query: [URLQueryItem],
            headerFields: Teapot.HeaderFields
        ) {
            self.method = method
            self.origin = origin
            self.path = path
            self.query = query
            self.headerFields = headerFields
        }
    }

    /// What the variables of a route's path stand for.
    enum Bindings: Sendable {
        /// Nothing.
        case none
        /// What stands in the request's path where the route's has them.
        case route(RouteSummary.Origin)
        /// These texts.
        case given([String: String])
    }

    /// The query as it was sent; made anew, if only its items are known.
    package var queryText: String {
        switch head {
        case .wire(let head): head.queryText
        case .client(let head): head.queryText
        case .parts(let parts):
            parts.query.map { item in
                let name = PercentEncoding.encode(item.name, as: .queryItem)
                return item.value.map { name + "=" + PercentEncoding.encode($0, as: .queryItem) } ?? name
            }.joined(separator: "&")
        }
    }

    /// A head as it is changed.
    typealias Draft = (
        method: String, origin: String?, path: String, query: [URLQueryItem], headerFields: Teapot.HeaderFields
    )

    /// Gives the request a head of its own that differs from the present one.
    mutating func replaceHead(_ change: (inout Draft) -> Void) {
        var draft: Draft = (method, origin, path, query, headerFields)
        change(&draft)
        let parts = Parts(
            method: draft.method, origin: draft.origin, path: draft.path, query: draft.query,
            headerFields: draft.headerFields)
        head = .parts(parts)
    }

    /// Whether the path is this one, or one below it; nothing is made of the path to find out.
    ///
    /// - Parameter place: The path, percent-encoded and without a slash at its end.
    /// - Returns: Whether it is.
    package func isBelow(_ place: StaticString) -> Bool {
        withTarget { _, path in
            let count = place.utf8CodeUnitCount
            guard path.count >= count, let start = path.baseAddress, memcmp(start, place.utf8Start, count) == 0
            else { return false }
            return path.count == count || path[count] == UInt8(ascii: "/")
        }
    }

    /// Calls a function with the bytes of the method and of the path.
    func withTarget<Result>(_ body: (_ method: Segment, _ path: Segment) -> Result) -> Result {
        switch head {
        case .wire(let head): return head.withTarget(body)
        case .client(let head): return head.withTarget(body)
        case .parts(let parts):
            var (method, path) = (parts.method, parts.path)
            return method.withUTF8 { method in path.withUTF8 { path in body(method, path) } }
        }
    }
}
