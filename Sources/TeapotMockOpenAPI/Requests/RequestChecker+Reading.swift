import Foundation
import Teapot
import TeapotMockDocuments

// Text doesn't have a type, so the schemas determine how it's read.
extension RequestChecker {
    /// Returns a written value as the JSON that matches schemas, or as the likeliest JSON if none does.
    ///
    /// - Parameters:
    ///   - readings: The ways to read the value.
    ///   - schemas: The schemas, which apply together.
    /// - Returns: The value.
    mutating func value(of readings: [WrittenValue], for schemas: [Schema]) -> JSONTree {
        var candidates: [JSONTree] = []
        for way in checker.document.alternatives(of: schemas) {
            for reading in readings { candidates += self.candidates(reading, for: way) }
        }
        for candidate in candidates.dropLast(candidates.count == 1 ? 1 : 0) {
            let matches = schemas.allSatisfy { checker.check(candidate, against: $0).outcome != .differs }
            if matches { return candidate }
        }
        return candidates.first ?? .list((readings.first?.elements ?? []).map { .string($0) })
    }

    /// Returns the values that a text can be, the likeliest first.
    private mutating func candidates(_ written: WrittenValue, for way: [Schema]) -> [JSONTree] {
        let kinds = checker.document.kinds(of: way)
        // A text whose kind is unknown isn't taken apart.
        func allows(_ kind: JSONTree.Kind) -> Bool {
            kinds?.contains(kind) ?? (written.text == nil || (kind != .list && kind != .object))
        }
        var found: [JSONTree] = []
        // A text with spaces around it isn't JSON.
        let bare = written.text.flatMap { min($0.utf8.first ?? 0, $0.utf8.last ?? 0) > 0x20 ? Data($0.utf8) : nil }
        let json = bare.flatMap { try? JSONTree(parsingRequest: $0) }
        if let json, json.kind != .string, allows(json.kind), json.isScalar || written.mayBeJSON { found.append(json) }
        if written.text == "", kinds?.contains(.null) == true { found.append(.null) }
        if let members = written.members, allows(.object) {
            found.append(object(members, mayBeJSON: written.mayBeJSON, for: way))
        }
        if allows(.list), written.text != nil || !written.elements.isEmpty {
            found.append(list(written.elements, for: way))
        }
        if let text = written.text, allows(.string) || found.isEmpty { found.append(.string(text)) }
        return found
    }

    private mutating func object(_ members: [String: [String]], mayBeJSON: Bool, for way: [Schema]) -> JSONTree {
        let properties = way.compactMap { $0["properties"] }
        let others = way.compactMap { $0["additionalProperties"] }
        var object: [String: JSONTree] = [:]
        for (name, values) in members {
            let own = properties.compactMap { $0[name] }
            let written = WrittenValue(values, mayBeJSON: mayBeJSON)
            object[name] = value(of: [written], for: own.isEmpty ? others : own)
        }
        return .object(object)
    }

    private mutating func list(_ elements: [String], for way: [Schema]) -> JSONTree {
        let items = way.compactMap { $0["items"] }
        let firsts = way.compactMap { $0["prefixItems"] }
        return .list(
            elements.enumerated().map { index, element in
                let own = firsts.compactMap { $0[index] }
                return value(of: [WrittenValue([element])], for: own.isEmpty ? items : own)
            })
    }
}
