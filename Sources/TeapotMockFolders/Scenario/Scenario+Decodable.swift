import Teapot
import TeapotMock

/// The name of a member in a file.
private struct MemberName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(_ name: String) { stringValue = name }
}

extension KeyedDecodingContainer<MemberName> {
    /// Throws an error if there is a member with an unknown name, which would otherwise be ignored.
    fileprivate func check(_ names: [String]) throws {
        guard let stranger = allKeys.map(\.stringValue).sorted().first(where: { !names.contains($0) }) else { return }
        let hint = stranger.closest(among: names).map { "; did you mean “\($0)”?" } ?? ""
        let known = names.map { "“\($0)”" }.joined(separator: ", ")
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "“\(stranger)” is not one of \(known)\(hint)"))
    }

    fileprivate subscript(_ name: String) -> MemberName { MemberName(name) }
}

/// The file of a scenario, as a property list or JSON.
struct ScenarioFile: Decodable {
    let name: String?
    let steps: [Scenario.Step]
    let request: RequestCondition?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.check(["steps", "name", "request"])
        name = try members.decodeIfPresent(String.self, forKey: members["name"])
        steps = try members.decode([Scenario.Step].self, forKey: members["steps"])
        request = try members.decodeIfPresent(RequestCondition.self, forKey: members["request"])
    }
}

extension Scenario.Step: Decodable {
    /// Creates a step by decoding it from a scenario's file.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: An error if a member is missing, has the wrong type, or is unknown.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.check(["folder", "responseFileName", "request"])
        folder = try members.decode(String.self, forKey: members["folder"])
        responseFileName = try members.decode(String.self, forKey: members["responseFileName"])
        request = try members.decodeIfPresent(RequestCondition.self, forKey: members["request"])
    }
}

extension RequestCondition: Decodable {
    /// Creates a condition by decoding it from a scenario's file.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: An error if a member has the wrong type or is unknown.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.check(["method", "path", "query", "headers"])
        method = try members.decodeIfPresent(String.self, forKey: members["method"])
        path = try members.decodeIfPresent(String.self, forKey: members["path"])
        query = try members.decodeIfPresent([String: String].self, forKey: members["query"]) ?? [:]
        headerFields = try members.decodeIfPresent([String: String].self, forKey: members["headers"]) ?? [:]
    }
}
