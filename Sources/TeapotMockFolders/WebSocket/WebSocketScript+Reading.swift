import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockWebSocket

extension WebSocketScript {
    /// An error in a script, with its place.
    private struct ParsingError: Error {
        let place: JSONPointer
        let reason: String
    }

    /// Creates a script by reading a file.
    ///
    /// The file is a list of steps, or an object with the subprotocols and the steps: `{"protocols": ["chat"], "steps":
    /// […]}`.
    ///
    /// - Parameters:
    ///   - text: The contents of the file.
    ///   - path: The path of the file, for problems.
    /// - Throws: The first problem of the file.
    init(_ text: Data, at path: String) throws(MockFolder.Problem) {
        let value: any Sendable
        do throws(JSON.ParsingError) { value = try JSON.value(parsing: text) } catch {
            throw MockFolder.Problem(path, error)
        }
        do throws(ParsingError) { self = try Self(value) } catch {
            throw MockFolder.Problem(path, at: error.place, in: text, error.reason)
        }
    }

    private init(_ value: any Sendable) throws(ParsingError) {
        let root = JSONPointer()
        let example = #"[{"send": "hello"}, {"expect": "bye"}]"#
        var (list, place, protocols): (any Sendable, JSONPointer, [String]) = (value, root, [])
        if let members = value as? [String: any Sendable], !Self.stepNames.contains(where: { members[$0] != nil }) {
            try Self.check(members, ["protocols", "steps"], at: root)
            (list, place) = (members["steps"] ?? NSNull(), root.member("steps"))
            if let names = members["protocols"] {
                let reason = #"expected the names of subprotocols: ["chat"]"#
                guard let texts = names as? [String], texts.allSatisfy(\.isToken) else {
                    throw ParsingError(place: root.member("protocols"), reason: reason)
                }
                protocols = texts
            }
        }
        guard let elements = list as? [any Sendable] else {
            throw ParsingError(place: list is NSNull ? root : place, reason: "expected a list of steps: \(example)")
        }
        self.protocols = protocols
        var steps: [Step] = []
        for (index, element) in elements.enumerated() {
            if case .close? = steps.last {
                throw ParsingError(place: place.element(index), reason: "expected the end: no step can follow “close”")
            }
            steps.append(try Self.step(element, at: place.element(index)))
        }
        self.steps = steps
    }

    private static let stepNames = ["send", "expect", "wait", "close"]

    private static func step(_ value: any Sendable, at place: JSONPointer) throws(ParsingError) -> Step {
        let members = value as? [String: any Sendable] ?? [:]
        try check(members, stepNames, at: place)
        guard members.count == 1, let (name, value) = members.first else {
            let names = stepNames.map { "“\($0)”" }.asChoice
            throw ParsingError(place: place, reason: #"expected an object with one of \#(names): {"send": "hello"}"#)
        }
        let place = place.member(name)
        switch name {
        case "send": return .send(try message(value, at: place))
        case "expect": return .expect(try expectation(value, at: place))
        case "wait":
            guard let seconds = (value as? String).flatMap({ WrittenTime.seconds($0) }) else {
                throw ParsingError(place: place, reason: "expected \(WrittenTime.expectation)")
            }
            return .wait(seconds)
        default: return try close(value, at: place)
        }
    }

    private static func message(_ value: any Sendable, at place: JSONPointer) throws(ParsingError) -> WebSocket.Message
    {
        if let text = value as? String { return .text(text) }
        let members = value as? [String: any Sendable] ?? [:]
        try check(members, ["json", "base64"], at: place)
        guard members.count == 1, let (name, value) = members.first else {
            let reason = #"expected a string, or an object such as {"json": {"id": 1}} or {"base64": "AQID"}"#
            throw ParsingError(place: place, reason: reason)
        }
        if name == "base64" { return .data(try bytes(value, at: place.member(name))) }
        let json = try document(value, at: place.member(name))
        guard let data = try? json.data(.sortedKeys) else {
            throw ParsingError(place: place.member(name), reason: "it can't be written as JSON")
        }
        return .text(String(decoding: data, as: UTF8.self))
    }

    private static func expectation(_ value: any Sendable, at place: JSONPointer) throws(ParsingError)
        -> WebSocketExpectation
    {
        if let text = value as? String { return .text(text) }
        let names = ["json", "jsonContains", "base64"]
        guard let members = value as? [String: any Sendable], members.count < 2 else {
            let list = names.map { "“\($0)”" }.asChoice
            throw ParsingError(place: place, reason: "expected a string, an object with \(list), or {} for any message")
        }
        try check(members, names, at: place)
        guard let (name, value) = members.first else { return .any }
        let place = place.member(name)
        switch name {
        case "json": return .json(try document(value, at: place))
        case "jsonContains": return .jsonContaining(try document(value, at: place))
        default: return .data(try bytes(value, at: place))
        }
    }

    private static func close(_ value: any Sendable, at place: JSONPointer) throws(ParsingError) -> Step {
        let object = value as? [String: any Sendable]
        let members = object ?? ["code": value]
        try check(members, ["code", "reason"], at: place)
        guard let code = (members["code"] ?? 1000) as? Int, WebSocket.CloseCode(rawValue: code).maySend else {
            let reason = "expected a code from 1000 to 1003, from 1007 to 1011, or from 3000 to 4999"
            throw ParsingError(place: object == nil ? place : place.member("code"), reason: reason)
        }
        guard let reason = (members["reason"] ?? "") as? String, reason.utf8.count <= longestReason else {
            let expected = "expected a string of at most \(longestReason) bytes"
            throw ParsingError(place: place.member("reason"), reason: expected)
        }
        return .close(WebSocket.CloseCode(rawValue: code), reason)
    }

    private static func document(_ value: any Sendable, at place: JSONPointer) throws(ParsingError) -> JSON {
        if let document = JSON(value) { return document }
        throw ParsingError(place: place, reason: "expected an object or a list; write any other message as a string")
    }

    private static func bytes(_ value: any Sendable, at place: JSONPointer) throws(ParsingError) -> Data {
        guard let data = (value as? String).flatMap({ Data(base64Encoded: $0) }) else {
            throw ParsingError(place: place, reason: "expected bytes in Base64, such as “AQID”")
        }
        return data
    }

    /// Throws an error for a member with an unknown name.
    private static func check(
        _ members: [String: any Sendable], _ names: [String], at place: JSONPointer
    ) throws(ParsingError) {
        guard let stranger = members.keys.sorted().first(where: { !names.contains($0) }) else { return }
        let hint = stranger.closest(among: names).map { "; did you mean “\($0)”?" } ?? ""
        let list = names.map { "“\($0)”" }.asChoice
        let reason = "expected \(list), but found “\(stranger.shortened(to: 40))”\(hint)"
        throw ParsingError(place: place.member(stranger), reason: reason)
    }
}
