import TeapotMock

extension JSONTokens {
    /// The names that several members of the outermost object share; a parser keeps only one of these members.
    package var repeatedNames: [String] {
        var (names, repeated, depth) = (Set<String>(), [String](), 0)
        for token in self {
            depth += token.levels
            let isOuter = token.kind == .name && depth == 1
            if isOuter, !names.insert(token.string).inserted { repeated.append(token.string) }
        }
        return repeated
    }
}
