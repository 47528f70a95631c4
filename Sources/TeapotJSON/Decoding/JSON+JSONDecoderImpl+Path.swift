extension JSON.JSONDecoderImpl {
    /// A last step of a coding path, and the steps before it.
    final class Path {
        private let parent: Path?
        /// The last step, which an unkeyed container changes while no one else has the path.
        var step: Step

        enum Step {
            case index(Int)
            case key(any CodingKey)
        }

        init(_ parent: Path?, _ step: Step) {
            self.parent = parent
            self.step = step
        }

        fileprivate var keys: [any CodingKey] {
            var keys: [any CodingKey] = []
            var path: Path? = self
            while let last = path {
                switch last.step {
                case .index(let index): keys.append(_CodingKey.index(index))
                case .key(let key): keys.append(key)
                }
                path = last.parent
            }
            return keys.reversed()
        }
    }

    /// A key of a coding path for which no type has its own, with the name and the texts of Foundation's.
    enum _CodingKey: CodingKey {
        case string(String)
        case int(Int)
        case index(Int)

        init(stringValue: String) { self = .string(stringValue) }
        init(intValue: Int) { self = .int(intValue) }

        var stringValue: String {
            switch self {
            case .string(let string): string
            case .int(let int): "\(int)"
            case .index(let index): "Index \(index)"
            }
        }

        var intValue: Int? {
            switch self {
            case .string: nil
            case .int(let int), .index(let int): int
            }
        }
    }
}

extension JSON.JSONDecoderImpl.Path? {
    /// The coding path.
    var keys: [any CodingKey] { self?.keys ?? [] }
}
