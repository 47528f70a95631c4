import TeapotMock
import TeapotMockDocuments

extension Shape {
    /// A difference between a value and a shape.
    struct Difference: Sendable, Equatable {
        let pointer: JSONPointer
        let expected: String
        let found: String
    }

    /// Returns the differences between a value and the shape.
    ///
    /// - `null` matches any shape, and any value matches a shape of only `null`.
    /// - A member is required if all objects have it, and not allowed if none has it.
    /// - Empty lists say nothing about elements.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - pointer: The value's place.
    /// - Returns: The differences, in no particular order.
    func differences(of value: JSONTree, at pointer: JSONPointer = JSONPointer()) -> [Difference] {
        var guesses = 10_000
        return differences(of: value, at: pointer, &guesses)
    }

    /// Returns the differences; `guesses` limits the names that are compared to find a mistyped one.
    private func differences(of value: JSONTree, at pointer: JSONPointer, _ guesses: inout Int) -> [Difference] {
        let known = kinds.subtracting([.null])
        guard value.kind != .null, !known.isEmpty else { return [] }
        guard known.contains(value.kind) else {
            let expected = known.sorted { $0.rawValue < $1.rawValue }.map(\.name).asChoice
            return [Difference(pointer: pointer, expected: expected, found: value.found)]
        }
        switch value {
        case .object(let members): return differences(of: members, at: pointer, &guesses)
        case .list(let list):
            guard let elements else { return [] }
            return list.enumerated().flatMap {
                elements.differences(of: $0.element, at: pointer.element($0.offset), &guesses)
            }
        default: return []
        }
    }

    private func differences(
        of own: [String: JSONTree], at pointer: JSONPointer, _ guesses: inout Int
    ) -> [Difference] {
        if let entries {
            return own.flatMap { entries.differences(of: $0.value, at: pointer.member($0.key), &guesses) }
        }
        var found: [Difference] = []
        let strangers = own.keys.filter { members[exactly: $0] == nil }.sorted()
        for (name, member) in members where own[exactly: name] == nil && member.count == objects {
            let kind = member.shape.kinds.subtracting([.null]).sorted { $0.rawValue < $1.rawValue }.map(\.name).asChoice
            guesses -= strangers.count
            let closest = guesses >= 0 ? name.closest(among: strangers) : nil
            let guess = closest.map { "none, but “\($0)”" } ?? "none"
            let expected = "a member “\(name)”" + (kind.isEmpty ? "" : ", \(kind)")
            found.append(Difference(pointer: pointer, expected: expected, found: guess))
        }
        for (name, value) in own {
            if let member = members[exactly: name] {
                found += member.shape.differences(of: value, at: pointer.member(name), &guesses)
            } else {
                let expected = "no member of this name"
                found.append(Difference(pointer: pointer.member(name), expected: expected, found: value.found))
            }
        }
        return found
    }
}
