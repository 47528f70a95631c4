import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// The filter, order and page that a request for a list specifies.
struct ResourceList {
    /// The names of the query items that aren't filters, and the format of a page.
    struct Dialect: Sendable {
        let sort: String
        let page: String
        let pageLength: String
        /// The default page length.
        let defaultLength: Int
        /// Whether filters can have operators, and pages are objects, as in json-server.
        let isExtended: Bool

        /// The query item names of `router.resource`.
        static let standard = Dialect(
            sort: "sort", page: "page", pageLength: "per_page", defaultLength: 20, isExtended: false)
        /// The query item names of json-server.
        static let jsonServer = Dialect(
            sort: "_sort", page: "_page", pageLength: "_per_page", defaultLength: 10, isExtended: true)

        /// Checks that the query of a request for a single object contains only supported items.
        ///
        /// - Throws: ``ResourceRefusal`` if it doesn't.
        func checkItem(_ request: Request) throws(ResourceRefusal) {
            // Clients add `_` with the time to bypass caches.
            guard isExtended, let item = request.query.first(where: { $0.name.hasPrefix("_") && $0.name != "_" }) else {
                return
            }
            throw ResourceRefusal(
                .badRequest, "The query's “\(item.name)” is not supported for one object; remove it.")
        }
    }

    private let dialect: Dialect
    private let path: String
    private let query: [URLQueryItem]
    private let filters: [String: [String]]
    private let keys: [(path: String, isDescending: Bool)]
    /// The page number, counted from 1, and the number of entities on a page, or `nil` for all entities.
    private let page: (number: Int, length: Int)?

    /// Creates a list from the query of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - dialect: The names of the query items.
    /// - Throws: ``ResourceRefusal`` if the page isn't a positive number.
    init(_ request: Request, _ dialect: Dialect = .standard) throws {
        self.dialect = dialect
        path = request.path
        query = request.query
        // Clients add `_` with the time to bypass caches.
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

    private static let formerOperators = ["_gt", "_gte", "_like", "_lt", "_lte", "_ne"]

    /// Checks that no filter is a misspelled or unsupported option, which would silently result in an empty list.
    ///
    /// - Parameter all: The members of all entities. Their names take precedence.
    /// - Throws: ``ResourceRefusal`` if one is.
    private func checkFilters(_ all: [[String: JSONTree]]) throws {
        guard dialect.isExtended else { return }
        func exists(_ path: some StringProtocol) -> Bool { all.contains { $0.value(at: String(path)) != nil } }
        for name in filters.keys.sorted() where !exists(name) {
            let colon = name.lastIndex(of: ":")
            let isOperator = colon.map { FilterOperator(rawValue: String(name[name.index(after: $0)...])) != nil }
            let isFormer = Self.formerOperators.contains { name.hasSuffix($0) && exists(name.dropLast($0.count)) }
            // json-server's own items begin with an underscore, except for full-text search.
            guard name.hasPrefix("_") || name == "q" || isOperator == false || isFormer else { continue }
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
    /// - Throws: ``ResourceRefusal`` if a query item is neither a filter nor supported.
    func response(of all: [[String: JSONTree]]) throws -> Response {
        try checkFilters(all)
        let chosen = sorted(all.filter(isChosen))
        let headers: Teapot.HeaderFields = ["X-Total-Count": String(chosen.count)]
        guard let page else { return .json(.list(chosen.map { .object($0) }), headers: headers) }
        // The start of a page with a very high number would overflow; such pages are empty.
        let start = (page.number - 1).multipliedReportingOverflow(by: page.length)
        let rest = start.overflow ? [] : chosen.dropFirst(start.partialValue)
        let elements = JSONTree.list(rest.prefix(page.length).map { .object($0) })
        let body =
            dialect.isExtended
            ? .object(envelope(of: elements, count: chosen.count, page.number, page.length)) : elements
        var response = Response.json(body, headers: headers)
        response.headers["Link"] = links(count: chosen.count, page.number, page.length)
        return response
    }

    private func isChosen(_ members: [String: JSONTree]) -> Bool {
        filters.allSatisfy { path, values in
            if let value = members.value(at: path) { return values.contains(where: value.isWritten) }
            guard dialect.isExtended, let colon = path.lastIndex(of: ":"),
                let condition = FilterOperator(rawValue: String(path[path.index(after: colon)...]))
            else { return false }
            guard let value = members.value(at: String(path[..<colon])) else { return condition == .unequal }
            return values.contains { condition.holds(value, $0) }
        }
    }

    private func sorted(_ all: [[String: JSONTree]]) -> [[String: JSONTree]] {
        guard !keys.isEmpty else { return all }
        // Compare offsets, too, because Swift doesn't guarantee a stable sort.
        return all.enumerated().sorted { left, right in
            for key in keys {
                let values = (left.element.value(at: key.path), right.element.value(at: key.path))
                if let order = Self.isOrdered(values.0, values.1, descending: key.isDescending) { return order }
            }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// Returns whether one value comes before another, or `nil` if they're equal.
    private static func isOrdered(
        _ left: JSONTree?,
        _ right: JSONTree?,
        descending: Bool
    ) -> Bool? {
        let keys = (SortKey(left), SortKey(right))
        if keys.0 == keys.1 { return nil }
        // Entities without a value come last in both directions.
        if keys.0 == .none || keys.1 == .none { return keys.1 == .none }
        return (keys.0 < keys.1) != descending
    }

    /// Returns the members of a page that json-server's clients expect.
    private func envelope(of elements: JSONTree, count: Int, _ number: Int, _ length: Int)
        -> [String: JSONTree]
    {
        let last = Self.last(count: count, length)
        func tree(_ number: Int) -> JSONTree { .number(JSONNumber(number)) }
        return [
            "first": tree(1), "prev": number > 1 ? tree(min(number - 1, last)) : .null,
            "next": number < last ? tree(number + 1) : .null, "last": tree(last), "pages": tree(last),
            "items": tree(count), "data": elements,
        ]
    }

    /// Returns the number of the last page, or 1 if there are no entities.
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

/// The sort key of a value; no value comes first, then Booleans, numbers, strings, and then all other values as equal.
private enum SortKey: Comparable {
    case none
    case bool(Int)
    case number(Double)
    case text(String)
    case other

    init(_ value: JSONTree?) {
        switch value {
        case nil, .null: self = .none
        case .bool(let bool): self = .bool(bool ? 1 : 0)
        case .number(let number): self = .number(number.double)
        case .string(let text): self = .text(text)
        case .list, .object: self = .other
        }
    }
}

extension [String: JSONTree] {
    /// Returns the value at a path of names separated by dots; a member whose own name contains the dots takes
    /// precedence.
    fileprivate func value(at path: String) -> JSONTree? {
        if let value = self[path] { return value }
        guard let dot = path.firstIndex(of: ".") else { return nil }
        return self[String(path[..<dot])]?.members?.value(at: String(path[path.index(after: dot)...]))
    }
}
