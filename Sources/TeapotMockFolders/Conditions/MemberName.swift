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
        let hint = stranger.closest(among: names).map { "did you mean “\($0)”?" } ?? "use \(known)"
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "unknown member “\(stranger)”; \(hint)"))
    }

    subscript(_ name: String) -> MemberName { MemberName(name) }
}
