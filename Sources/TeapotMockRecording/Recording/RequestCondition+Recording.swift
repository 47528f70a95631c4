import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

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
