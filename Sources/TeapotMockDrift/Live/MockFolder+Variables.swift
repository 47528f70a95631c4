import TeapotMock
package import TeapotMockFolders

extension MockFolder {
    /// Returns the first name that no path of a mock has as a variable, with a clause about the variables, or `nil`.
    package func unknownVariable(among names: some Sequence<String>) -> (name: String, known: String)? {
        let segments = mocks.flatMap { $0.requestPath.split(separator: "/").map(String.init) }
        let variables = Set(segments.filter(AnyText.isVariable))
        let known = Set(variables.map { $0.dropFirst().dropLast().lowercased() })
        guard let name = names.sorted().first(where: { !known.contains($0.lowercased()) }) else { return nil }
        let list = variables.sorted().joined(separator: ", ")
        return (name, variables.isEmpty ? "the paths have no variables" : "the variables are \(list)")
    }
}
