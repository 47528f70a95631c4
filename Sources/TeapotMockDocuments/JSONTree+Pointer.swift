import TeapotMock

extension JSONTree {
    /// The value at a place, or `nil` if there's none.
    package subscript(tokens: some Sequence<String>) -> JSONTree? {
        var value = self
        for token in tokens {
            switch value {
            case .object(let members):
                guard let member = members[exactly: token] else { return nil }
                value = member
            case .list(let elements):
                guard let index = Int(token), elements.indices.contains(index) else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }
}
