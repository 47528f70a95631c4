import Foundation
package import Teapot

extension JSONCondition: Matcher {
    private struct Identity: Hashable {
        let expected: Data
        let relation: Relation
    }

    package var identity: AnyHashable? {
        (try? expected.data(.sortedKeys)).map { Identity(expected: $0, relation: relation) }
    }

    package func matches(_ request: Request, path: ArraySlice<String>?) -> Bool { isMet(by: request.body) }

    package func expectations(_ options: Teapot.Options) -> [String] {
        ["JSON body that \(relation) \(expected.description.shortened(to: 80))"]
    }

    /// Returns the differences between a body and the expected document, as JSON pointers (RFC 6901), or `nil` if there
    /// are none.
    ///
    /// - Parameter request: The request.
    /// - Returns: A clause with at most three differences.
    package func explanations(of request: ExaminedRequest) -> [String?] { [explanation(of: request)] }

    private func explanation(of request: ExaminedRequest) -> String? {
        switch request.json {
        case .failure(let error):
            guard let body = request.request.shownBody else { return "received no body" }
            let isForm =
                request.request.headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form") == true
            return isForm ? "the body is a form: \(body)" : "the body is not JSON: \(error)"
        case .success(let actual):
            guard !isMet(by: actual) else { return nil }
            let texts = differences(actual.topLevel, expected.topLevel, at: "").prefix(3)
            return texts.isEmpty ? "the difference can't be shown" : texts.joined(separator: "; ")
        }
    }

    /// Returns a difference at a position in both documents.
    private func difference(_ pointer: String, _ text: String) -> String {
        pointer.isEmpty ? text : "\(pointer): \(text)"
    }

    private func differences(_ actual: any Sendable, _ expected: any Sendable, at pointer: String) -> [String] {
        switch (JSON(actual), JSON(expected)) {
        case (.dictionary(let actual), .dictionary(let expected)): members(actual, expected, at: pointer)
        case (.array(let actual), .array(let expected)):
            relation == .equals
                ? elements(actual, expected, at: pointer)
                : part(actual, expected, at: pointer)
        default:
            JSON.array([actual]) == JSON.array([expected])
                ? [] : [difference(pointer, "expected \(shown(expected)), received \(shown(actual))")]
        }
    }

    private func members(
        _ actual: [String: any Sendable], _ expected: [String: any Sendable], at pointer: String
    ) -> [String] {
        var found: [String] = []
        for (name, value) in expected.ordered(by: { $0.key < $1.key }) where found.count < 3 {
            let place = pointer + "/" + JSONPointer.escaped(name)
            if let other = actual[name] {
                found += differences(other, value, at: place)
            } else {
                found.append(difference(place, "expected \(shown(value)), received none"))
            }
        }
        guard relation == .equals else { return found }
        for name in actual.keys.sorted() where expected[name] == nil && found.count < 3 {
            found.append(difference(pointer + "/" + JSONPointer.escaped(name), "not expected"))
        }
        return found
    }

    private func elements(_ actual: [any Sendable], _ expected: [any Sendable], at pointer: String) -> [String] {
        let count = "expected \(String(counting: expected.count, "element")), received \(actual.count)"
        var found = actual.count == expected.count ? [] : [difference(pointer, count)]
        for (index, pair) in zip(actual, expected).enumerated() where found.count < 3 {
            found += differences(pair.0, pair.1, at: "\(pointer)/\(index)")
        }
        return found
    }

    /// Returns a difference for the first element that doesn't occur after the one before it.
    private func part(_ actual: [any Sendable], _ expected: [any Sendable], at pointer: String) -> [String] {
        var start = 0
        for (place, element) in expected.enumerated() {
            guard let index = actual[start...].firstIndex(where: { Self.contains($0, element) }) else {
                // Arrays of the same length were probably meant to be equal.
                if actual.count == expected.count {
                    return differences(actual[place], element, at: "\(pointer)/\(place)")
                }
                let behind = start == 0 ? "" : " after element \(start - 1)"
                return [difference(pointer, "expected an element \(shown(element))\(behind), received none")]
            }
            start = index + 1
        }
        return []
    }

    private func shown(_ value: any Sendable) -> String {
        let text = (try? JSON.data(from: value, .sortedKeys)).map { String(decoding: $0, as: UTF8.self) }
        return (text ?? "\(value)").shortened(to: 60)
    }
}
