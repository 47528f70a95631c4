import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension DocumentStage {
    /// Answers with a page of a list.
    func listed(_ exchange: RememberedExchange) throws(Refusal) -> (Response, String)? {
        let all = items(exchange)
        let members = document.schemas.properties(of: exchange.resource.schema)
        let filters = Dictionary(grouping: exchange.request.query) { $0.name }.filter { name, _ in
            members[exactly: name] != nil && !ListPage.isPart(name)
        }
        let chosen = all.filter { item in
            filters.allSatisfy { name, wanted in
                let values = item.value[name].map { $0.elements ?? [$0] } ?? []
                let isOne = exchange.details.parameters.contains { $0.name == name && !$0.explodes }
                let texts = wanted.compactMap(\.value).flatMap {
                    isOne ? $0.split(separator: ",").map(String.init) : [$0]
                }
                return texts.contains { text in
                    values.contains { $0.number.map { $0 == JSONNumber(text) } ?? (Self.text($0) == text) }
                }
            }
        }
        let page = try ListPage(
            sorted(chosen, exchange), exchange.request, exchange.details.parameters, most: most(exchange))
        let elements = page.items.map(\.value)
        var isKept = true
        let answer = try documented(exchange.request, exchange.details, Preference()) { [self] value, media in
            let whole = media.schema.flatMap {
                inserting(elements, into: value, $0, exchange.resource) { described($0, $1, page, total: chosen.count) }
            }
            isKept = whole != nil
            return whole ?? value
        }
        var response = answer.0
        for field in response.headers
        where ["xtotal", "xtotalcount", "totalcount"].contains(ListPage.plain(field.name)) {
            response.headers[field.name] = "\(chosen.count)"
        }
        if response.headers["Link"] != nil {
            // RFC 8288 §3.
            let links = ["next", "prev"].compactMap { name in page.urls[name].map { "<\($0)>; rel=\"\(name)\"" } }
            response.headers["Link"] = links.isEmpty ? nil : links.joined(separator: ", ")
        }
        return (response, isKept ? "\(String(counting: elements.count, "item")) from memory" : answer.1)
    }

    /// Returns a response's value with other items in its list, or `nil` if the list isn't found.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - value: The value.
    ///   - schema: The schema of the value.
    ///   - resource: The items' resource.
    ///   - describe: A function that changes the members of an object that describe the page.
    /// - Returns: The value.
    private func inserting(
        _ items: [JSONTree], into value: JSONTree, _ schema: Schema, _ resource: Resource,
        describe: ([String: JSONTree], Schema?) -> [String: JSONTree]
    ) -> JSONTree? {
        if let old = value.elements {
            let element = document.schemas.elements(of: schema)
            // A list may have only a part of each item.
            guard let element, !document.schemas.areSame(element, resource.schema) else { return .list(items) }
            return .list(items.map { fitting($0, element, old.first, resource.id) })
        }
        guard let members = value.members else { return nil }
        let schemas = document.schemas.properties(of: schema)
        let list = listMember(of: schema, resource)
        var (whole, isFound) = (members, list != nil)
        for (name, value) in members where value.members != nil {
            // The numbers may be in an object such as “meta”, and the list in one such as “result”.
            whole[name] = .object(describe(value.members ?? [:], schemas[name]))
            guard !isFound, let inner = schemas[name], let changed = whole[name] else { continue }
            let found = inserting(items, into: changed, inner, resource) { old, _ in old }
            (whole[name], isFound) = (found ?? changed, found != nil)
        }
        whole = describe(whole, schema)
        if let list, let inner = schemas[list] {
            let old = JSONTree.list(members[list]?.elements ?? [])
            whole[list] = inserting(items, into: old, inner, resource) { old, _ in old }
        }
        return isFound ? .object(whole) : nil
    }

    /// Returns the members of an object, with those that describe a page.
    private func described(
        _ members: [String: JSONTree], _ schema: Schema?, _ page: ListPage, total: Int
    ) -> [String: JSONTree] {
        var changed = page.members(members, total: total)
        let (schemas, required) = schema.map { document.schemas.members(of: $0) } ?? ([:], [])
        for (name, value) in changed where value.kind == .null && members[name]?.kind != .null {
            // Without a next page, there's no cursor.
            if !(schemas[exactly: name].map(allowsNull) ?? false) {
                changed[name] = required.contains(name) ? .string("") : nil
            }
        }
        return changed
    }

    /// Returns the number of items that a response may have.
    private func most(_ exchange: RememberedExchange) -> Int {
        guard let whole = Resource.schema(of: exchange.details) else { return .max }
        let lists = Resource.parts(of: whole, in: document).filter { isList($0, of: exchange.resource) }
        return lists.flatMap(document.schemas.places).compactMap { $0.tree["maxItems"]?.count }.min() ?? .max
    }

    /// Returns items in the order that a parameter such as `sort=name,-price` asks for.
    private func sorted(_ items: [Memory.Item], _ exchange: RememberedExchange) -> [Memory.Item] {
        let parameter = exchange.details.parameters.first { ["sort", "orderby"].contains(ListPage.plain($0.name)) }
        let keys = parameter.flatMap { exchange.request.queryValue($0.name) }?.split(separator: ",") ?? []
        return keys.reversed().reduce(items) { items, key in
            let (isDown, name) = (key.hasPrefix("-"), String(key.drop { "-+ ".contains($0) }))
            return items.ordered { first, second in
                let values = [first.value[name], second.value[name]]
                let (first, second) = isDown ? (values[1], values[0]) : (values[0], values[1])
                if let first = first?.number, let second = second?.number { return first < second }
                return first.flatMap(Self.text) ?? "" < second.flatMap(Self.text) ?? ""
            }
        }
    }

    /// Returns the member of a response that contains the items.
    private func listMember(of schema: Schema, _ resource: Resource) -> String? {
        let members = document.schemas.properties(of: schema)
        let lists = members.keys.sorted().filter { members[$0].flatMap { document.schemas.elements(of: $0) } != nil }
        return lists.first { members[$0].map { isList($0, of: resource) } ?? false }
            ?? (lists.count == 1 ? lists[0] : nil)
    }

    /// Returns whether a schema is that of a list of a resource's items.
    private func isList(_ schema: Schema, of resource: Resource) -> Bool {
        document.schemas.elements(of: schema).map { document.schemas.properties(of: $0)[resource.id] != nil } ?? false
    }
}

/// A part of a list, as the query asks for it.
struct ListPage {
    let items: [Memory.Item]
    /// The identifier of the last item, if more follow.
    private let next: String?
    /// The URLs of this page and others, by their relation, such as `next`.
    let urls: [String: String]
    private let isByCursor: Bool
    private let start: Int
    private let number: Int
    private let size: Int

    private static let sizes: Set = ["limit", "perpage", "pagesize", "size", "count", "first", "maxresults", "take"]
    private static let offsets: Set = ["offset", "skip", "start", "startindex"]
    private static let pages: Set = ["page", "pagenumber", "pageno", "currentpage"]
    private static let cursors: Set = [
        "cursor", "after", "startingafter", "pagetoken", "nextpagetoken", "nexttoken", "since",
    ]

    /// Returns whether a parameter's name says that it selects a part of a list.
    static func isPart(_ name: String) -> Bool {
        [sizes, offsets, pages, cursors].contains { $0.contains(plain(name)) }
    }

    /// Creates the part that a request asks for with the parameters that its operation has.
    ///
    /// - Parameters:
    ///   - items: The whole list.
    ///   - request: The request.
    ///   - parameters: The operation's parameters.
    ///   - most: The number of items that a response may have.
    /// - Throws: A refusal of a cursor that isn't an item's.
    init(
        _ items: [Memory.Item], _ request: Request, _ parameters: [OpenAPIDocument.Parameter], most: Int
    ) throws(Refusal) {
        func parameter(_ names: Set<String>) -> OpenAPIDocument.Parameter? {
            parameters.first { $0.location == .query && names.contains(Self.plain($0.name)) }
        }
        func value(_ names: Set<String>) -> Int? {
            let parameter = parameter(names)
            let given = parameter.flatMap { request.queryValue($0.name) }
            return (given ?? parameter?.schema?.tree["default"]?.number?.text).flatMap { Int($0) }
        }
        size = min(most, max(0, value(Self.sizes) ?? items.count))
        var start = min(items.count, max(0, value(Self.offsets) ?? 0))
        let first = parameter(Self.pages)?.schema?.tree["minimum"]?.count == 0 ? 0 : 1
        number = max(first, value(Self.pages) ?? first)
        let before = (number - first).multipliedReportingOverflow(by: size)
        start += before.overflow ? items.count : min(before.partialValue, items.count)
        let cursor = parameter(Self.cursors)
        if let cursor, let text = request.queryValue(cursor.name), !text.isEmpty {
            let index = items.firstIndex { $0.id == text }
            // It may be a time, which no item has as its identifier.
            if index == nil, cursor.schema?.tree["format"] == nil, Self.plain(cursor.name) != "since" {
                let fault = RequestFault(400, at: "#/query/\(cursor.name)", "isn't known", source: cursor.place)
                throw Refusal(status: 400, reason: "\(fault.pointer) \(fault.reason).", faults: [fault])
            }
            start = (index ?? items.count - 1) + 1
        }
        start = min(start, items.count)
        let end = min(items.count, start + min(size, items.count))
        self.items = Array(items[start..<end])
        next = end < items.count ? self.items.last?.id : nil
        (isByCursor, self.start) = (cursor != nil, start)
        let (size, offsets, pages) = (size, parameter(Self.offsets)?.name, parameter(Self.pages)?.name)
        let host = request.origin ?? request.headers["Host"].map { "http://\($0)" } ?? ""
        func url(from index: Int) -> String? {
            guard let name = cursor?.name ?? offsets ?? pages else { return nil }
            let value = offsets == nil ? "\(first + index / max(1, size))" : "\(index)"
            let new = cursor == nil ? value : index > 0 ? items[index - 1].id : nil
            let others = request.query.filter { $0.name != name }.map { ($0.name, $0.value ?? "") }
            let query = (others + (new.map { [(name, $0)] } ?? [])).map { name, value in
                PercentEncoding.encode(name, as: .queryItem) + "=" + PercentEncoding.encode(value, as: .queryItem)
            }
            return "\(host)\(request.path)" + (query.isEmpty ? "" : "?") + query.joined(separator: "&")
        }
        urls = [
            "self": url(from: start), "first": url(from: 0), "next": next.flatMap { _ in url(from: end) },
            "prev": start > 0 ? url(from: max(0, start - size)) : nil,
            "last": url(from: max(0, items.count - 1) / max(1, size) * size),
        ].compactMapValues(\.self)
    }

    /// Returns the members of an object, with those that describe the page.
    func members(_ members: [String: JSONTree], total: Int) -> [String: JSONTree] {
        let names = Set(members.keys.map(Self.plain))
        let isPage = !names.isDisjoint(with: Self.totals.union(Self.nextURLs))
        return members.reduce(into: members) {
            $0[$1.key] = member(Self.plain($1.key), total, $1.value, isPage) ?? $1.value
        }
    }

    private static let totals: Set = ["total", "totalcount", "totalitems", "totalresults", "totalelements", "count"]
    private static let nextCursors: Set = ["nextcursor", "nextpagetoken", "nexttoken"]
    private static let nextURLs: Set = ["next", "nexturl", "nextlink", "odatanextlink"]
    private static let previousURLs: Set = ["previous", "prev", "previousurl", "prevurl"]

    /// Returns the value of a response's member that describes the page, or `nil` if the member doesn't.
    ///
    /// Some names describe a page only in an object that has a total or the next page.
    private func member(_ name: String, _ total: Int, _ old: JSONTree, _ isPage: Bool) -> JSONTree? {
        switch old {
        case .number:
            if Self.totals.contains(name) { return .number(JSONNumber(total)) }
            if Self.pages.contains(name) || isPage && name == "number" { return .number(JSONNumber(number)) }
            if Self.sizes.contains(name) { return .number(JSONNumber(size)) }
            if Self.offsets.contains(name) { return .number(JSONNumber(start)) }
            guard ["totalpages", "pages", "pagecount"].contains(name) else { return nil }
            return .number(JSONNumber(size == 0 ? 0 : total / size + (total % size > 0 ? 1 : 0)))
        case .bool:
            if ["hasmore", "hasnext", "hasnextpage"].contains(name) { return .bool(next != nil) }
            if ["hasprevious", "hasprev", "haspreviouspage"].contains(name) { return .bool(start > 0) }
            return isPage ? ["first": start == 0, "last": next == nil][name].map { .bool($0) } : nil
        case .string, .null:
            // A cursor has no slash.
            let isCursor = isByCursor && old.text?.contains("/") == false && Self.nextURLs.contains(name)
            if isCursor || Self.nextCursors.contains(name) { return next.map { .string($0) } ?? .null }
            if Self.nextURLs.contains(name) { return urls["next"].map { .string($0) } ?? .null }
            if Self.previousURLs.contains(name) { return urls["prev"].map { .string($0) } ?? .null }
            return isPage && old.text != nil ? urls[name].map { .string($0) } : nil
        default: return nil
        }
    }

    static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}
