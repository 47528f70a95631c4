import Teapot
import TeapotMock

/// The file of a scenario, as a property list or JSON.
struct ScenarioFile: Decodable {
    let name: String?
    let steps: [Scenario.Step]
    let request: RequestCondition?
    /// The errors in the file, which is invalid if there are any.
    let errors: [any Error]

    /// A step, or the error in it.
    private struct Attempt: Decodable {
        let step: Result<Scenario.Step, any Error>

        init(from decoder: any Decoder) { step = Result { try Scenario.Step(from: decoder) } }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        var errors: [any Error] = []
        func attempt<Value>(_ decode: () throws -> Value) -> Value? {
            do { return try decode() } catch { errors.append(error) }
            return nil
        }
        attempt { try members.check(["steps", "name", "request"]) }
        name = attempt { try members.decodeIfPresent(String.self, forKey: members["name"]) } ?? nil
        let isMisnamed = !errors.isEmpty && !members.contains(members["steps"])
        let steps = isMisnamed ? [] : attempt { try members.decode([Attempt].self, forKey: members["steps"]) } ?? []
        self.steps = steps.compactMap { attempt($0.step.get) }
        request = attempt { try members.decodeIfPresent(RequestCondition.self, forKey: members["request"]) } ?? nil
        self.errors = errors
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
