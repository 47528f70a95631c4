import TeapotMock

extension JSONTokens {
    /// The names that several members of the outermost object share; a parser keeps only one of these members.
    package var repeatedNames: [String] {
        var (names, repeated, depth) = (Set<String>(), [String](), 0)
        for token in self {
            switch token.kind {
            case .beginObject, .beginList: depth += 1
            case .endObject, .endList: depth -= 1
            case .name where depth == 1:
                if !names.insert(token.string).inserted { repeated.append(token.string) }
            default: break
            }
        }
        return repeated
    }
}
