import TeapotMockDocuments

/// The schemas that a value must match, sorted out step by step.
struct ExampleParts {
    /// Alternatives, each a list of schemas to add: first the usual ones, and then those for a last resort.
    typealias Choice = (alternatives: [[Schema]], usual: Int)

    /// The schemas to look at, the next one last.
    var pending: [Schema]
    /// The schemas whose references, parts and alternatives are in the other lists.
    var layers: [Schema] = []
    /// The alternatives to choose from.
    var choices: [Choice] = []
    /// The targets of the references followed for this value.
    var targets: [String] = []
    /// The number of combinations of alternatives so far.
    var stride = 1

    init(_ schemas: [Schema]) { pending = schemas.reversed() }

    /// Returns the values of a keyword in all schemas.
    func counts(_ keyword: String) -> [Int] { layers.compactMap { $0.tree[keyword]?.count } }

    /// Returns a failure of the value as a whole.
    func failure(_ reason: String) -> ExampleFailure {
        ExampleFailure(layers.first ?? pending.last ?? Schema(tree: .null, pointer: "#"), reason)
    }
}
