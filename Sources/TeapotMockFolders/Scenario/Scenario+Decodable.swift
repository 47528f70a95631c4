import Teapot
import TeapotMock

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
