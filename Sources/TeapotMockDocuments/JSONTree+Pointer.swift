import TeapotMock

extension JSONTree {
    /// The value at a place, or `nil` if there's none.
    package subscript(tokens: some Sequence<String>) -> JSONTree? {
        tokens.reduce(self) { value, token in
            switch value {
            case .object(let members)?: members[exactly: token]
            case .list(let elements)?: Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: nil
            }
        }
    }
}
