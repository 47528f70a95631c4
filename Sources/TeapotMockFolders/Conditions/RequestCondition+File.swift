import Foundation
import Teapot
import TeapotMock

extension RequestCondition: Decodable {
    static let memberNames = [
        "method", "host", "path", "exactPath", "query", "exactQuery", "headers", "body", "json", "jsonContains", "form",
        "multipart", "bodySHA1",
    ]

    /// Creates a condition by decoding it from a file.
    ///
    /// The members are `method`, `host`, `path`, `exactPath`, `query`, `exactQuery`, `headers` and, for the body, one
    /// of `body`, `json`, `jsonContains`, `form`, `multipart` and `bodySHA1`. A value in `exactQuery` and `form` is a
    /// string, `null` for an item without a value, or a list of these. An element of `multipart` has the members
    /// `name`, `filename`, and `text` or `sha1`.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: An error if a member has the wrong type or is unknown.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.check(Self.memberNames)
        try self.init(members)
    }

    /// Creates a condition by decoding its members, and ignores all others.
    init(_ members: KeyedDecodingContainer<MemberName>) throws {
        self.init()
        method = try members.decodeIfPresent(String.self, forKey: members["method"])
        host = try members.decodeIfPresent(String.self, forKey: members["host"])
        path = try members.decodeIfPresent(String.self, forKey: members["path"])
        exactPath = try members.decodeIfPresent(String.self, forKey: members["exactPath"])
        query = try members.decodeIfPresent([String: String].self, forKey: members["query"]) ?? [:]
        exactQuery = try members.decodeIfPresent([String: ItemValues].self, forKey: members["exactQuery"])?.items
        headers = try members.decodeIfPresent([String: String].self, forKey: members["headers"]) ?? [:]
        if (try? members.document("body")) ?? nil != nil {
            let advice = "for JSON, use “json”, or “jsonContains” for a part of it"
            throw members.failure("expected a string; \(advice)", in: "body")
        }
        let bodies: [Body?] = [
            try members.decodeIfPresent(String.self, forKey: members["body"]).map { .text($0) },
            try members.document("json").map { .json($0) },
            try members.document("jsonContains").map { .jsonContaining($0) },
            try members.decodeIfPresent([String: ItemValues].self, forKey: members["form"]).map { .form($0.items) },
            try members.decodeIfPresent([RequestCondition.Part].self, forKey: members["multipart"]).map {
                .multipart($0)
            },
            try members.decodeIfPresent(String.self, forKey: members["bodySHA1"]).map { .sha1($0) },
        ]
        let stated = bodies.compactMap(\.self)
        if stated.count > 1 {
            throw members.failure("use only one of “body”, “json”, “jsonContains”, “form”, “multipart” and “bodySHA1”")
        }
        body = stated.first
    }

    /// The condition as the members of a file.
    package var document: [String: any Sendable] {
        var members: [String: any Sendable] = [:]
        members["method"] = method
        members["host"] = host
        members["path"] = path
        members["exactPath"] = exactPath
        if !query.isEmpty { members["query"] = query }
        members["exactQuery"] = exactQuery?.document
        if !headers.isEmpty { members["headers"] = headers }
        switch body {
        case .text(let text)?: members["body"] = text
        case .json(let json)?: members["json"] = json
        case .jsonContaining(let json)?: members["jsonContains"] = json
        case .form(let items)?: members["form"] = items.document
        case .multipart(let parts)?: members["multipart"] = parts.map(\.document)
        case .sha1(let digits)?: members["bodySHA1"] = digits
        case nil: break
        }
        return members
    }
}

extension KeyedDecodingContainer<MemberName> {
    /// Returns the JSON document of a member, or `nil` if there's no such member.
    fileprivate func document(_ name: String) throws -> JSON? {
        guard let value = try decodeIfPresent(AnyJSON.self, forKey: self[name])?.value else { return nil }
        if let document = JSON(value) { return document }
        throw failure("expected an object or a list; for any other body, use “body”", in: name)
    }
}

/// The values of the items with one name: a string, `null`, or a list of these.
private struct ItemValues: Decodable {
    let values: [String?]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let list = try? container.decode([String?].self) {
            values = list
        } else {
            values = [container.decodeNil() ? nil : try container.decode(String.self)]
        }
    }
}

extension [String: ItemValues] {
    /// The items, in the order of their names.
    fileprivate var items: [URLQueryItem] {
        sorted { $0.key < $1.key }.flatMap { name, item in item.values.map { URLQueryItem(name: name, value: $0) } }
    }
}

extension [URLQueryItem] {
    /// The items as an object with a member for each name.
    fileprivate var document: [String: any Sendable] {
        Dictionary(grouping: self, by: \.name).mapValues { items in
            let values = items.map { item -> any Sendable in
                if let value = item.value { return value }
                return NSNull()
            }
            return values.count == 1 ? values[0] : values
        }
    }
}

/// Any JSON value.
private struct AnyJSON: Decodable {
    let value: any Sendable

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        func read<Value: Decodable & Sendable>(_ type: Value.Type) -> (any Sendable)? { try? container.decode(type) }
        if container.decodeNil() {
            value = NSNull()
        } else if let members = try? container.decode([String: AnyJSON].self) {
            value = members.mapValues(\.value)
        } else if let elements = try? container.decode([AnyJSON].self) {
            value = elements.map(\.value)
        } else {
            let scalar: (any Sendable)? = read(Bool.self) ?? read(Int64.self) ?? read(UInt64.self) ?? read(Double.self)
            value = try scalar ?? container.decode(String.self)
        }
    }
}
