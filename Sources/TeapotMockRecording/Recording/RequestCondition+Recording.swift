import Foundation
import Teapot
package import TeapotMock
package import TeapotMockFolders

extension RequestCondition {
    /// The greatest length of a body that is written into a condition, in bytes; a longer one has a digest.
    private static let verbatimLimit = 16_384

    /// Creates the condition of a recorded response: the method, the whole path, all items of the query and the body.
    ///
    /// A redacted value stands for any value. A multipart body is left out, because its boundary differs each time.
    ///
    /// - Parameters:
    ///   - request: The request, redacted.
    ///   - original: The request before it was redacted.
    init(recorded request: Request, before original: Request) {
        self.init(
            method: request.method, exactPath: request.path,
            exactQuery: Self.sorted(Self.marked(request.query, before: original.query)),
            body: Self.body(of: request, before: original))
    }

    /// A request that meets the condition.
    package var exampleRequest: Request {
        let items = exactQuery ?? query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        let fields = headerFields.sorted { $0.key < $1.key }.map {
            Teapot.HeaderFields.Field(name: $0.key, value: $0.value)
        }
        let content: Data? =
            switch body {
            case .text(let text)?: Data(text.utf8)
            case .json(let json)?, .jsonContaining(let json)?: try? json.data()
            case .form, .sha1, nil: nil
            }
        return Request(
            method: method ?? "GET", path: exactPath ?? path ?? "/", query: items,
            headerFields: Teapot.HeaderFields(fields), body: content ?? Data())
    }

    /// Returns the condition with `REDACTED` in place of secrets in the query and in a JSON body, which stands for any
    /// value.
    ///
    /// - Parameter redaction: The redaction.
    /// - Returns: The condition.
    package func redacted(by redaction: Redaction) -> RequestCondition {
        let original = exampleRequest
        let request = redaction.redacted(original)
        var result = self
        let items = Self.marked(request.query, before: original.query)
        if exactQuery != nil {
            result.exactQuery = items
        } else {
            for item in items { result.query[item.name] = item.value }
        }
        if let plain = try? JSON(parsing: original.body), let redacted = try? JSON(parsing: request.body) {
            switch body {
            case .json?: result.body = .json(redacted.marked(before: plain))
            case .jsonContaining?: result.body = .jsonContaining(redacted.marked(before: plain))
            case .text, .form, .sha1, nil: break
            }
        }
        return result
    }

    private static func body(of request: Request, before original: Request) -> Body? {
        if request.body.isEmpty { return ["GET", "HEAD", "OPTIONS"].contains(request.method) ? nil : .text("") }
        let type = request.headerFields["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("multipart/") { return nil }
        if type.hasPrefix("application/x-www-form-urlencoded") {
            let items = FormDecoder.items(of: request.body)
            return .form(sorted(marked(items, before: FormDecoder.items(of: original.body))))
        }
        let isSame = request.body == original.body
        if let redacted = try? JSON(parsing: request.body), let plain = try? JSON(parsing: original.body) {
            let isLong = request.body.count > verbatimLimit
            return isSame && isLong ? .sha1(request.body.conditionDigest) : .json(redacted.marked(before: plain))
        }
        guard isSame else { return nil }
        if request.body.count <= verbatimLimit, let text = String(validUTF8: request.body) { return .text(text) }
        return .sha1(request.body.conditionDigest)
    }

    /// Returns items with the text `REDACTED` in place of each changed value, also if only a part of it was redacted.
    private static func marked(_ items: [URLQueryItem], before original: [URLQueryItem]) -> [URLQueryItem] {
        guard items.count == original.count else { return items }
        return zip(items, original).map { item, plain in
            item == plain ? item : URLQueryItem(name: item.name, value: Redaction.replacement)
        }
    }

    private static func sorted(_ items: [URLQueryItem]) -> [URLQueryItem] {
        items.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    }
}

extension JSON {
    /// Returns a redacted document with the text `REDACTED` in place of each changed value.
    fileprivate func marked(before original: JSON) -> JSON {
        func marked(_ value: any Sendable, _ original: any Sendable) -> any Sendable {
            if let members = value as? [String: any Sendable], let others = original as? [String: any Sendable] {
                var result = members
                for (name, other) in others { result[name] = members[name].map { marked($0, other) } }
                return result
            }
            if let elements = value as? [any Sendable], let others = original as? [any Sendable] {
                return elements.count == others.count ? zip(elements, others).map { marked($0, $1) } : elements
            }
            return JSON.array([value]) == JSON.array([original]) ? value : Redaction.replacement
        }
        switch (self, original) {
        case (.dictionary(let members), .dictionary(let others)):
            return .dictionary(marked(members, others) as? [String: any Sendable] ?? members)
        case (.array(let elements), .array(let others)):
            return .array(marked(elements, others) as? [any Sendable] ?? elements)
        default: return self
        }
    }
}
