import Foundation
import Teapot
import TeapotMock

/// The filter, order and page that a request for a list asks for.
struct ResourceList {
    /// The names of the query items that are not filters, and the form of a page.
    struct Dialect: Sendable {
        let sort: String
        let page: String
        let pageLength: String
        /// The length of a page by default.
        let defaultLength: Int
        /// A Boolean value that indicates whether filters can have operators, and pages are objects, as in json-server.
        let isExtended: Bool

        /// The names of `router.resource`.
        static let standard = Dialect(
            sort: "sort", page: "page", pageLength: "per_page", defaultLength: 20, isExtended: false)
        /// The names of json-server.
        static let jsonServer = Dialect(
            sort: "_sort", page: "_page", pageLength: "_per_page", defaultLength: 10, isExtended: true)
    }

    private let dialect: Dialect
    private let path: String
    private let query: [URLQueryItem]
    private let filters: [String: [String]]
    private let keys: [(path: String, isDescending: Bool)]
    /// The page number, counted from 1, and the number of entities on a page; `nil` for all entities.
    private let page: (number: Int, length: Int)?

    /// Creates a list from the query of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - dialect: The names of the query items.
    /// - Throws: ``ResourceRefusal`` for a page that is not a positive number.
    init(_ request: Request, _ dialect: Dialect = .standard) throws {
        self.dialect = dialect
        path = request.path
        query = request.query
        // Clients add `_` with the time, so that nothing is answered from a cache.
        let own = [dialect.sort, dialect.page, dialect.pageLength] + (dialect.isExtended ? ["_"] : [])
        filters = request.query.filter { !own.contains($0.name) }
            .reduce(into: [:]) { $0[$1.name, default: []].append($1.value ?? "") }
        keys = (request.queryValue(dialect.sort) ?? "").split(separator: ",").map { key in
            key.hasPrefix("-") ? (String(key.dropFirst()), true) : (String(key), false)
        }
        func number(_ name: String) throws -> Int? {
            guard let item = request.query.first(where: { $0.name == name }) else { return nil }
            guard let number = item.value.flatMap({ Int($0) }), number > 0 else {
                throw ResourceRefusal(
                    .badRequest,
                    "The query's “\(name)” is “\(item.value ?? "")”, but must be an integer of at least 1."
                )
            }
            return number
        }
        let (number, length) = (try number(dialect.page), try number(dialect.pageLength))
        page = number == nil && length == nil ? nil : (number ?? 1, length ?? dialect.defaultLength)
    }

    /// The names of json-server's other query items.
    private static let unsupported: Set = [
        "_dependent", "_embed", "_end", "_expand", "_limit", "_order", "_start", "_where", "q",
    ]
    private static let formerOperators = ["_gt", "_gte", "_like", "_lt", "_lte", "_ne"]

    /// Checks that no filter is meant to be something else, since it would give an empty list without a word.
    ///
    /// - Parameter all: The members of all entities. Their names take precedence.
    /// - Throws: ``ResourceRefusal`` if one is.
    private func checkFilters(_ all: [[String: any Sendable]]) throws {
        guard dialect.isExtended else { return }
        func exists(_ path: some StringProtocol) -> Bool { all.contains { $0.value(at: String(path)) != nil } }
        for name in filters.keys.sorted() where !exists(name) {
            let colon = name.lastIndex(of: ":")
            let isOperator = colon.map { FilterOperator(rawValue: String(name[name.index(after: $0)...])) != nil }
            let isFormer = Self.formerOperators.contains { name.hasSuffix($0) && exists(name.dropLast($0.count)) }
            guard Self.unsupported.contains(name) || isOperator == false || isFormer else { continue }
            throw ResourceRefusal(
                .badRequest,
                "The query's “\(name)” is not supported. Write “_page=1&_per_page=25” for a part of the list, “_sort=-name”"
                    + " for a reversed order, and “name:gte=1” to compare; the operators are eq, ne, lt, lte, gt, gte, in, "
                    + "contains, startsWith and endsWith.")
        }
    }

    /// Returns the list as a response.
    ///
    /// - Parameter all: The members of all entities.
    /// - Returns: The response.
    /// - Throws: ``ResourceRefusal`` for a query item that is neither a filter nor supported.
    func response(of all: [[String: any Sendable]]) throws -> Response {
        try checkFilters(all)
        let chosen = sorted(all.filter(isChosen))
        let headerFields: Teapot.HeaderFields = ["X-Total-Count": String(chosen.count)]
        guard let page else { return .json(.array(chosen), headerFields: headerFields) }
        // The start of a very high page would overflow; such pages are empty.
        let start = (page.number - 1).multipliedReportingOverflow(by: page.length)
        let rest = start.overflow ? [] : chosen.dropFirst(start.partialValue)
        let elements = Array(rest.prefix(page.length))
        let body =
            dialect.isExtended
            ? JSON.dictionary(envelope(of: elements, count: chosen.count, page.number, page.length)) : .array(elements)
        var response = Response.json(body, headerFields: headerFields)
        response.headerFields["Link"] = links(count: chosen.count, page.number, page.length)
        return response
    }

    private func isChosen(_ members: [String: any Sendable]) -> Bool {
        filters.allSatisfy { path, values in
            if let value = members.value(at: path) { return values.contains { $0 == Self.text(of: value) } }
            guard dialect.isExtended, let colon = path.lastIndex(of: ":"),
                let condition = FilterOperator(rawValue: String(path[path.index(after: colon)...]))
            else { return false }
            guard let value = members.value(at: String(path[..<colon])) else { return condition == .unequal }
            return values.contains { condition.holds(value, Self.text(of: value), $0) }
        }
    }

    /// Returns a scalar as it is written in a query; `nil` for a value that a query can't express.
    private static func text(of value: any Sendable) -> String? {
        if let text = value as? String { return text }
        if value is [String: any Sendable] || value is [any Sendable] { return nil }
        // The JSON writer is used so that `true` is not a number and 1.0 not 1.0000001.
        return JSON.array([value]).description.dropFirst().dropLast().description
    }

    private func sorted(_ all: [[String: any Sendable]]) -> [[String: any Sendable]] {
        guard !keys.isEmpty else { return all }
        // Elements with equal keys stay in their order, because Swift does not guarantee a stable sort.
        return all.enumerated().sorted { left, right in
            for key in keys {
                let values = (left.element.value(at: key.path), right.element.value(at: key.path))
                if let order = Self.isOrdered(values.0, values.1, descending: key.isDescending) { return order }
            }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// Returns whether one value comes before another; `nil` if they are equal.
    private static func isOrdered(
        _ left: (any Sendable)?,
        _ right: (any Sendable)?,
        descending: Bool
    ) -> Bool? {
        let keys = (SortKey(left), SortKey(right))
        if keys.0 == keys.1 { return nil }
        // Entities without a value come last in both directions.
        if keys.0 == .none || keys.1 == .none { return keys.1 == .none }
        return (keys.0 < keys.1) != descending
    }

    /// Returns the members of a page that json-server's clients expect.
    private func envelope(of elements: [[String: any Sendable]], count: Int, _ number: Int, _ length: Int)
        -> [String: any Sendable]
    {
        let last = Self.last(count: count, length)
        return [
            "first": 1, "prev": number > 1 ? min(number - 1, last) as any Sendable : NSNull(),
            "next": number < last ? number + 1 as any Sendable : NSNull(), "last": last, "pages": last,
            "items": count, "data": elements as [any Sendable],
        ]
    }

    /// Returns the number of the last page, which is the first one if there are no entities.
    private static func last(count: Int, _ length: Int) -> Int {
        max(1, count / length + (count % length == 0 ? 0 : 1))
    }

    private func links(count: Int, _ number: Int, _ length: Int) -> String {
        let last = Self.last(count: count, length)
        var relations = [("first", 1)]
        if number > 1 { relations.append(("prev", min(number - 1, last))) }
        if number < last { relations.append(("next", number + 1)) }
        relations.append(("last", last))
        return relations.map { name, number in "<\(target(number, length))>; rel=\"\(name)\"" }.joined(separator: ", ")
    }

    /// Returns the path and query of this list for another page.
    private func target(_ number: Int, _ length: Int) -> String {
        let others = query.filter { $0.name != dialect.page && $0.name != dialect.pageLength }.map { item in
            let name = PercentEncoding.encode(item.name, as: .queryItem)
            return item.value.map { name + "=" + PercentEncoding.encode($0, as: .queryItem) } ?? name
        }
        return path + "?"
            + (others + ["\(dialect.page)=\(number)", "\(dialect.pageLength)=\(length)"]).joined(separator: "&")
    }
}

/// The sort key of a value: no value, then Booleans, numbers, strings, and then all other values as equal.
private enum SortKey: Comparable {
    case none
    case bool(Int)
    case number(Double)
    case text(String)
    case other

    init(_ value: (any Sendable)?) {
        guard let value, !(value is NSNull) else {
            self = .none
            return
        }
        switch value {
        case let text as String: self = .text(text)
        // The type is compared because a number could be cast to a Bool.
        case let bool as Bool where type(of: value) == Bool.self: self = .bool(bool ? 1 : 0)
        case let number as Double: self = .number(number)
        default: self = .other
        }
    }
}

extension [String: any Sendable] {
    /// Returns the value at a path of names separated by dots; a member whose name contains the dots takes precedence.
    fileprivate func value(at path: String) -> (any Sendable)? {
        if let value = self[path] { return value }
        guard let dot = path.firstIndex(of: ".") else { return nil }
        let inner = self[String(path[..<dot])] as? Self
        return inner?.value(at: String(path[path.index(after: dot)...]))
    }
}
