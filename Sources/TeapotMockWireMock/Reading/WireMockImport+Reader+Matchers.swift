import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders

extension WireMockImport.Reader {
    /// Reads the condition on a body.
    mutating func body(_ node: JSONNode) -> Rule? {
        if let bytes = node.value["binaryEqualTo"] {
            return binary(node.member("binaryEqualTo", bytes), of: node)
        }
        guard let matcher = matcher(node) else { return nil }
        state(matcher, node)
        // A JSON rule shows the differences of a near miss.
        if case .json(let equality) = matcher, equality.expected.isPlain, !equality.ignoresMore, !equality.ignoresOrder,
            let document = try? JSON(parsing: Data(equality.text.utf8))
        {
            return .json(equals: document)
        }
        return .matching("body \(matcher.clause())") { request in
            matcher.isMet(by: request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self))
        }
    }

    private mutating func binary(_ node: JSONNode, of parent: JSONNode) -> Rule? {
        if var members = members(parent) {
            _ = members.take("binaryEqualTo")
            close(members, as: "option of “binaryEqualTo”")
        }
        guard let text = text(node) else { return nil }
        guard let data = Data(base64Encoded: text) else {
            refuse(node, "it is not Base64")
            return nil
        }
        mock.condition.body = String(validUTF8: data).map { .text($0) } ?? .sha1(data.conditionDigest)
        return .body(equals: data)
    }

    /// Expresses the condition on a body in the form of a mock.
    private mutating func state(_ matcher: WireMockImport.Matcher, _ node: JSONNode) {
        mock.bodyNode = node
        switch matcher {
        case .equals(let text, ignoresCase: false): mock.condition.body = .text(text)
        case .absent: mock.condition.body = .text("")
        case .json(let equality):
            guard equality.expected.isPlain, let json = try? JSON(parsing: Data(equality.text.utf8)) else {
                return keepOutOfFolders(node, "its JSON isn't an object or list of plain values")
            }
            mock.condition.body = equality.ignoresMore ? .jsonContaining(json) : .json(json)
            let longest = equality.expected.longestList
            if equality.ignoresOrder, longest > 1 {
                noteInFolders(node, "in a folder of mocks, the order of a list matters")
            }
            if equality.ignoresMore, !equality.ignoresOrder, longest > 0 {
                noteInFolders(node, "in a folder of mocks, a list can have other elements anywhere")
            }
        default: keepOutOfFolders(node, "it has a condition on a body other than its text or its JSON")
        }
    }

    /// The maximum nesting of matchers.
    private static let depthLimit = 100

    /// Reads a condition on a text.
    mutating func matcher(_ node: JSONNode) -> WireMockImport.Matcher? {
        guard node.pointer.description.utf8.count(where: { $0 == UInt8(ascii: "/") }) < Self.depthLimit else {
            refuse(node, "there are more than \(Self.depthLimit) levels")
            return nil
        }
        guard var members = members(node) else { return nil }
        return matcher(&members)
    }

    /// Reads a condition on a text from an object, some of whose members have already been taken.
    private mutating func matcher(_ members: inout WireMockImport.Members) -> WireMockImport.Matcher? {
        var found: [WireMockImport.Matcher?] = []
        if let node = members.take("equalTo") {
            let ignoresCase = flag(members.take("caseInsensitive"))
            found.append(text(node).map { .equals($0, ignoresCase: ignoresCase) })
        }
        if let node = members.take("contains") { found.append(text(node).map { .contains($0) }) }
        if let node = members.take("doesNotContain") { found.append(text(node).map { .lacks($0) }) }
        if let node = members.take("matches") {
            found.append(text(node).flatMap { wholeText(node, $0) }.map { .matches($0) })
        }
        if let node = members.take("doesNotMatch") {
            found.append(text(node).flatMap { wholeText(node, $0) }.map { .differs($0) })
        }
        if let node = members.take("absent") {
            found.append(.absent)
            // WireMock itself writes a text.
            if node.value.truth != true, node.value.text != "(absent)" {
                refuse(node, "it can only be true; remove it, or use another matcher for the value")
            }
        }
        if let node = members.take("equalToJson") { found.append(json(node, &members)) }
        if let node = members.take("matchesJsonPath") { found.append(jsonPath(node)) }
        if let node = members.take("and") { found.append(list(node).map { .all($0) }) }
        if let node = members.take("or") { found.append(list(node).map { .any($0) }) }
        if let node = members.take("not") { found.append(matcher(node).map { .not($0) }) }
        close(members, as: "matcher")
        if found.count > 1 {
            refuse(members.node, "it has several matchers; use only one, or “and”")
        }
        if found.isEmpty, members.rest.isEmpty { refuse(members.node, "it has no matcher") }
        return found.first.flatMap(\.self)
    }

    private mutating func list(_ node: JSONNode) -> [WireMockImport.Matcher]? {
        guard let nodes = elements(node) else { return nil }
        if nodes.isEmpty { refuse(node, "it has no matcher") }
        return nodes.compactMap { matcher($0) }
    }

    /// Reads a regular expression.
    mutating func wholeText(_ node: JSONNode, _ text: String) -> WholeTextPattern? {
        do throws(WholeTextPattern.ParsingError) {
            return try WholeTextPattern(text)
        } catch {
            refuse(node, error.reason)
            return nil
        }
    }

    private mutating func json(
        _ node: JSONNode, _ members: inout WireMockImport.Members
    ) -> WireMockImport.Matcher? {
        let ignoresOrder = flag(members.take("ignoreArrayOrder"))
        let ignoresMore = flag(members.take("ignoreExtraElements"))
        var document = node.value
        if let text = node.value.text {
            do {
                document = try JSONTree(parsing: Data(text.utf8))
            } catch {
                refuse(node, "it is not JSON: \(error)")
                return nil
            }
        }
        do throws(WholeTextPattern.ParsingError) {
            let expected = try WireMockImport.JSONEquality.Expectation(document)
            return .json(
                WireMockImport.JSONEquality(
                    text: document.json, expected: expected, ignoresOrder: ignoresOrder,
                    ignoresMore: ignoresMore))
        } catch {
            refuse(node, error.reason)
            return nil
        }
    }

    /// Reads a path, or an object with a path and a matcher for its values.
    private mutating func jsonPath(_ node: JSONNode) -> WireMockImport.Matcher? {
        guard case .object = node.value else {
            return path(node).map { .jsonPath($0, nil) }
        }
        guard var members = members(node) else { return nil }
        guard let expression = members.take("expression") else {
            refuse(node, "it needs an “expression”")
            return nil
        }
        let path = path(expression)
        let matcher = matcher(&members)
        guard let path, let matcher else { return nil }
        return .jsonPath(path, matcher)
    }

    private mutating func path(_ node: JSONNode) -> JSONPath? {
        guard let text = text(node) else { return nil }
        do throws(JSONPath.ParsingError) {
            return try JSONPath(text)
        } catch {
            refuse(node, error.reason)
            return nil
        }
    }
}
