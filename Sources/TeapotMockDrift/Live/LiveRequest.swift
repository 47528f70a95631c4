import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// A `GET` request to a live server, for the mocks that would answer it.
struct LiveRequest: Hashable {
    /// The path below the client's base URL, percent-encoded.
    let path: String
    let query: [URLQueryItem]
    let headers: [String: String]

    /// The reason why a mock's request can't be sent.
    struct Refusal: Error {
        let reason: String
    }

    /// Creates the request that a mock answers.
    ///
    /// - Parameters:
    ///   - condition: The mock's condition, or `nil` for none.
    ///   - requestPath: The end of the paths of its requests.
    ///   - values: The values of the variables in paths, by lowercased name.
    ///   - base: The client's base URL, whose path may already end with the beginning of the mock's.
    /// - Throws: The reason, if the condition of the mock is about a body or an unknown value.
    init(
        for condition: RequestCondition?, at requestPath: String, values: [String: String], below base: URL
    ) throws(Refusal) {
        if condition?.body != nil { throw Refusal(reason: "its condition is about a body, and GET requests have none") }
        query =
            condition?.exactQuery
            ?? condition?.query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) } ?? []
        headers = condition?.headers ?? [:]
        let texts = query.compactMap(\.value) + headers.values + [condition?.exactPath].compactMap(\.self)
        if texts.contains(where: { $0.contains(RequestCondition.anyValue) }) {
            throw Refusal(reason: "its condition has a value that was redacted")
        }
        path = try Self.path(condition?.exactPath, requestPath, values, below: base)
    }

    private static func path(
        _ exact: String?, _ requestPath: String, _ values: [String: String], below base: URL
    ) throws(Refusal) -> String {
        var segments: [String] = []
        for segment in exact.map({ Request.segments(of: $0) }) ?? requestPath.split(separator: "/").map(String.init) {
            guard exact == nil, AnyText.isVariable(segment) else {
                segments.append(segment)
                continue
            }
            let name = String(segment.dropFirst().dropLast())
            guard let value = values[name.lowercased()] else {
                throw Refusal(reason: "no value is given for “{\(name)}” in \(requestPath)")
            }
            segments.append(value)
        }
        let known = base.path.lowercased().split(separator: "/").map(String.init)
        let lowercased = segments.map { $0.lowercased() }
        let shared = (0...min(known.count, segments.count)).last { known.suffix($0) == lowercased.prefix($0) } ?? 0
        return "/" + segments.dropFirst(shared).map { encoded($0) }.joined(separator: "/")
    }

    /// The path and the query, for messages.
    var target: String {
        let items = query.map { item in
            Self.encoded(item.name) + (item.value.map { "=" + Self.encoded($0) } ?? "")
        }
        return items.isEmpty ? path : path + "?" + items.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String { PercentEncoding.encode(text, as: .queryItem) }
}
