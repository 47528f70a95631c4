package import Foundation
package import Teapot

/// The parts of a request except for its body, in one of several forms.
protocol RequestHead: AnyObject, Sendable {
    var method: String { get }
    var origin: String? { get }
    var path: String { get }
    var query: [URLQueryItem] { get }
    var headers: Teapot.HeaderFields { get }
    var queryText: String { get }
    /// What the handler missed, guarded by a lock that all heads share.
    var missed: Request.Missed { get set }
}

extension RequestHead { var queryText: String { query.encoded } }

extension Request {
    /// The parts of a request except for its body.
    enum Head: Sendable {
        /// Bytes that are converted to strings on access.
        case wire(WireHead)
        /// A client's request.
        case client(ClientHead)
        /// Strings.
        case parts(Parts)
    }

    /// A head of immutable strings, so that copying a request copies a single reference.
    final class Parts: RequestHead {
        let method: String
        let origin: String?
        let path: String
        let query: [URLQueryItem]
        let headers: Teapot.HeaderFields
        nonisolated(unsafe) var missed: Missed = (nil, nil)

        init(_ draft: Draft) { (method, origin, path, query, headers) = draft }
    }

    /// A clause about the variable that the handler looked up although its route doesn't have it, and the type that
    /// the handler failed to decode.
    typealias Missed = (hint: String?, type: String?)

    /// What the handler missed in this request, or in a copy of it.
    var missed: Missed {
        get { WireHead.making.withLock { _ in head.value.missed } }
        nonmutating set { WireHead.making.withLock { _ in head.value.missed = newValue } }
    }

    /// The values of the path variables of a route.
    enum Bindings: Sendable {
        /// No values.
        case none
        /// The parts of the request's path at the positions of the route's variables.
        case route(PathVariables)
        /// Values that were set explicitly.
        case given([String: String])
    }

    /// The time without any received byte after which a client in this process gives up, in seconds; `nil` if unknown.
    package var timeout: Double? {
        guard case .client(let head) = head, head.timeout.isFinite else { return nil }
        return head.timeout
    }

    /// The query as sent.
    ///
    /// If only the query's items are known, they're encoded again.
    package var queryText: String { head.value.queryText }

    /// The parts of a head, for making changes.
    package typealias Draft = (
        method: String, origin: String?, path: String, query: [URLQueryItem], headers: Teapot.HeaderFields
    )

    /// Replaces the head of the request with a changed copy.
    package mutating func replaceHead(_ change: (inout Draft) -> Void) {
        var draft: Draft = (method, origin, path, query, headers)
        change(&draft)
        head = .parts(Parts(draft))
    }

    /// Returns whether the path equals or is below another path.
    ///
    /// It doesn't create a string.
    ///
    /// - Parameter place: The percent-encoded path, without a trailing slash.
    /// - Returns: `true` if it is; otherwise, `false`.
    package func isBelow(_ place: StaticString) -> Bool {
        withTarget { _, path in
            let count = place.utf8CodeUnitCount
            guard path.count >= count, let start = path.baseAddress, memcmp(start, place.utf8Start, count) == 0
            else { return false }
            return path.count == count || path[count] == UInt8(ascii: "/")
        }
    }

    /// Returns whether any header name satisfies a condition.
    ///
    /// It doesn't create a string for a request that was received over a connection.
    ///
    /// - Parameter isName: A closure that takes the bytes of a name.
    /// - Returns: Whether there is such a name.
    func hasField(where isName: (Segment) -> Bool) -> Bool {
        if case .wire(let head) = head { return head.hasField(where: isName) }
        return headers.fields.contains { field in
            var name = field.name
            return name.withUTF8(isName)
        }
    }

    /// Calls a closure with the bytes of the method and of the path.
    @inline(__always)
    func withTarget<Result>(_ body: (_ method: Segment, _ path: Segment) -> Result) -> Result {
        let head = head
        if case .wire(let head) = head { return head.withTarget(body) }
        return head.withTarget(body)
    }
}

extension Request.Head {
    /// The head, whatever its form.
    var value: any RequestHead {
        switch self {
        case .wire(let head): head
        case .client(let head): head
        case .parts(let parts): parts
        }
    }

    @inline(never)
    fileprivate func withTarget<Result>(_ body: (_ method: Segment, _ path: Segment) -> Result) -> Result {
        switch self {
        case .wire(let head): return head.withTarget(body)
        case .client(let head): return head.withTarget(body)
        case .parts(let parts):
            return parts.method.withBytes { method in parts.path.withBytes { path in body(method, path) } }
        }
    }
}
