import Foundation
import Teapot
package import TeapotMock
package import TeapotMockFolders

extension RequestCondition {
    /// The greatest length of a body that is written into a condition, in bytes; a longer one has a digest.
    private static let verbatimLimit = 16_384

    /// Creates the condition of a recorded response: the method, the whole path, all items of the query and the body.
    ///
    /// A redacted value stands for any value.
    ///
    /// - Parameters:
    ///   - request: The request, redacted.
    ///   - original: The request before it was redacted.
    ///   - redaction: The redaction.
    init(recorded request: Request, before original: Request, _ redaction: Redaction) {
        self.init(
            method: request.method, exactPath: request.path,
            exactQuery: Self.sorted(Self.marked(request.query, before: original.query)),
            body: Self.body(of: request, before: original, limit: Self.verbatimLimit, redaction))
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
            case .form, .multipart, .sha1, nil: nil
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
            case .text, .form, .multipart, .sha1, nil: break
            }
        }
        return result
    }

    /// Returns the condition on the body of a recorded request, by its media type.
    ///
    /// - Parameters:
    ///   - request: The request, redacted.
    ///   - original: The request before it was redacted.
    ///   - limit: The greatest length of a text that is part of the condition, in bytes; a longer one has a digest.
    ///   - redaction: The redaction, by which the texts of parts are searched for secrets; `nil` if they need not be.
    /// - Returns: The condition; `nil` for any body, as for a `GET` without one, a body that is not known, and a
    ///   multipart body other than a form, whose boundaries differ each time.
    static func body(
        of request: Request, before original: Request, limit: Int = .max, _ redaction: Redaction? = nil
    ) -> Body? {
        if request.body.isEmpty {
            return request.lacksBody || ["GET", "HEAD", "OPTIONS"].contains(request.method) ? nil : .text("")
        }
        let type = request.headerFields["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("multipart/") {
            guard let parts = try? request.multipart(), let others = try? original.multipart(),
                parts.count == others.count
            else { return nil }
            return .multipart(zip(parts, others).map { Part(recorded: $0, before: $1, limit, redaction) })
        }
        if type.hasPrefix("application/x-www-form-urlencoded") {
            return .form(sorted(marked(fields(of: request), before: fields(of: original))))
        }
        let isSame = request.body == original.body
        if let redacted = try? JSON(parsing: request.body), let plain = try? JSON(parsing: original.body) {
            let isLong = request.body.count > limit
            return isSame && isLong ? .sha1(request.body.conditionDigest) : .json(redacted.marked(before: plain))
        }
        // A redacted part of a text stands for any text; a digest can't say so.
        if !isSame || request.body.count <= limit, let text = String(validUTF8: request.body) { return .text(text) }
        return isSame ? .sha1(request.body.conditionDigest) : nil
    }

    /// Returns the fields of a form, of which one without an equals sign has an empty value (WHATWG URL §5.1).
    private static func fields(of request: Request) -> [URLQueryItem] {
        FormDecoder.items(of: request.body).map { URLQueryItem(name: $0.name, value: $0.value ?? "") }
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

extension RequestCondition.Part {
    /// Creates the condition on a part of a recorded multipart body.
    fileprivate init(recorded part: Request.Part, before original: Request.Part, _ limit: Int, _ redaction: Redaction?)
    {
        let isSameName = part.filename == original.filename
        self.init(name: part.name, filename: isSameName ? part.filename : RequestCondition.anyValue)
        if part.data != original.data {
            content = .text(RequestCondition.anyValue)
        } else if part.data.isEmpty, part.filename != nil {
            // Browsers leave out the bytes of files when they export a recording.
            content = nil
        } else if part.data.count <= limit, let text = String(validUTF8: part.data), !Self.hasSecret(part, redaction) {
            content = .text(text)
        } else {
            content = .sha1(part.data.sha1Digest)
        }
    }

    /// Returns whether a part appears to contain a secret, so that only its digest may be written.
    private static func hasSecret(_ part: Request.Part, _ redaction: Redaction?) -> Bool {
        guard let redaction else { return false }
        var search = SecretSearch(redaction)
        search.search(part.data, part.contentType, of: "request")
        return !search.findings.isEmpty
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
