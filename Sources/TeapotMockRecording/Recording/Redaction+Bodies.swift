import Teapot
import TeapotMock

extension Redaction {
    /// Returns a redacted body; the same bytes if there is nothing to redact.
    func redacted(_ body: Data, of contentType: String?, _ names: Names) -> Data {
        guard !body.isEmpty else { return body }
        let type = (contentType ?? "").lowercased()
        if type.hasPrefix("application/x-www-form-urlencoded") {
            let text = String(decoding: body, as: UTF8.self)
            return Self.redactedForm(text[...], names).map { Data($0.utf8) } ?? body
        }
        if type.hasPrefix("text/event-stream") || type.hasPrefix("application/x-ndjson") {
            return redactedLines(body, names)
        }
        return redactedJSON(body, names) ?? body
    }

    /// Returns redacted JSON; `nil` if there is nothing to redact, or the body is not valid JSON.
    private func redactedJSON(_ body: Data, _ names: Names) -> Data? {
        guard let value = try? JSON.value(parsing: body) else { return nil }
        var isChanged = false
        let redacted = redacted(value, names, isListed: false, &isChanged)
        return isChanged ? try? JSON.data(from: redacted, .sortedKeys) : nil
    }

    private func redacted(
        _ value: any Sendable, _ names: Names, isListed: Bool, _ isChanged: inout Bool
    ) -> any Sendable {
        switch value {
        case let members as [String: any Sendable]:
            var result = members
            for (name, member) in members {
                result[name] = redacted(member, names, isListed: isListed || names.contain(name), &isChanged)
            }
            return result
        case let elements as [any Sendable]:
            return elements.map { redacted($0, names, isListed: isListed, &isChanged) }
        case let text as String:
            let plain = isListed ? (text.isEmpty ? "" : Self.replacement) : Self.redactedLink(text, names)
            if plain != text { isChanged = true }
            return plain
        case is NSNull: return value
        default:
            guard isListed, !JSON.isBoolean(value), (value as? Double) != 0 else { return value }
            isChanged = true
            return 0
        }
    }

    /// Returns a string without its secrets if it is a URL; any other string is unchanged.
    private static func redactedLink(_ text: String, _ names: Names) -> String {
        text.hasPrefix("http://") || text.hasPrefix("https://") ? redactedURL(text, names) : text
    }

    /// Returns redacted lines, each of which may be JSON, or `data: ` followed by JSON.
    private func redactedLines(_ body: Data, _ names: Names) -> Data {
        let lines = body.split(separator: 0x0A, omittingEmptySubsequences: false).map { line -> Data in
            let start = line.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
            guard let start, let redacted = redactedJSON(Data(line[start...]), names) else { return line }
            return line[..<start] + redacted + (line.last == 0x0D ? [0x0D] : [])
        }
        return Data(lines.joined(separator: [0x0A]))
    }
}
