import Teapot
import TeapotMock

/// The name of a member in a file.
struct MemberName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(_ name: String) { stringValue = name }
}

extension KeyedDecodingContainer<MemberName> {
    /// Throws an error if a member has an unknown name, which would otherwise be ignored.
    func check(_ names: [String]) throws {
        guard let stranger = allKeys.map(\.stringValue).sorted().first(where: { !names.contains($0) }) else { return }
        let known = names.map { "“\($0)”" }.joined(separator: ", ")
        let advice = names.contains("jsonContains") ? Self.advice(for: stranger) : nil
        let close = stranger.closest(among: names) ?? names.first { $0.hasPrefix(stranger) }
        let meant = close.map { "did you mean “\($0)”?" }
        throw failure("unknown member “\(stranger)”; \(advice ?? meant ?? "use \(known)")")
    }

    /// Returns advice about a name that people expect among the conditions of a mock, or `nil` for another name.
    private static func advice(for name: String) -> String? {
        switch name.lowercased() {
        case "operationname", "variables": "use “jsonContains”: {\"\(name)\": …}"
        case "regex", "pattern", "matches": "there are no regular expressions, but “REDACTED” is any text"
        case "queries", "params", "parameters": "did you mean “query”?"
        case "url": "did you mean “path”?"
        case "status", "delay": "write it in the file's name, as in error_404_200ms_x.json"
        default: nil
        }
    }

    /// Returns an error about a member or, without a name, about the object.
    func failure(_ reason: String, in name: String? = nil) -> DecodingError {
        let path = codingPath + (name.map { [self[$0]] } ?? [])
        return DecodingError.dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: reason))
    }

    subscript(_ name: String) -> MemberName { MemberName(name) }
}
