import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

/// Tests of what a router remembers: each pair of paths of each document is walked through.
@Suite(.inTurn) struct `Memory of documents like those of services` {
    /// Returns the item in a response, which may be a member of it.
    private func item(_ answer: ServiceWalk.Answer, _ resource: Resource) -> JSONTree? {
        guard let json = answer.json else { return nil }
        if let member = resource.member, let inner = json[member], inner[resource.id] != nil { return inner }
        if json[resource.id] != nil { return json }
        return json.members?.values.first { $0[resource.id] != nil }
    }

    /// Returns the items in a response, of which some member may be the list.
    private func items(_ value: JSONTree?, _ resource: Resource) -> [JSONTree]? {
        if let elements = value?.elements { return elements }
        let members = value?.members ?? [:]
        for name in members.keys.sorted() {
            if let list = members[name]?.elements, list.allSatisfy({ $0[resource.id] != nil }) { return list }
        }
        return members.values.lazy.compactMap { $0.members == nil ? nil : items($0, resource) }.first
    }

    /// Returns the members that were sent and that the item must have: neither `readOnly` nor `writeOnly` ones.
    private func kept(_ body: JSONTree, _ resource: Resource, _ document: OpenAPIDocument) -> [String: JSONTree] {
        let sent = resource.member.flatMap { body[$0]?.members } ?? body.members ?? [:]
        let schemas = document.schemas.properties(of: resource.schema)
        return sent.filter { name, _ in
            guard name != resource.id, let schema = schemas[exactly: name] else { return false }
            return !document.schemas.states("readOnly", schema) && !document.schemas.states("writeOnly", schema)
        }
    }

    /// Returns the values of the variables in a path: the first items of the lists to which the path belongs.
    private func parents(of path: String, _ walk: ServiceWalk) async throws -> [String: String] {
        var values: [String: String] = [:]
        for resource in walk.resources where path.hasPrefix(resource.item + "/") {
            values.merge(try await parents(of: resource.list, walk)) { $1 }
            guard let operation = walk.operation("GET", resource.list) else { continue }
            let first = items(try await send(walk, operation, values, nil).json, resource)?.first
            values[resource.variable] = first?[resource.id].flatMap(DocumentStage.text)
        }
        return values
    }

    /// The documents whose responses from memory may differ from their schemas.
    ///
    /// Three allow in a request what an item can't have, such as the identifier of a person in place of the person. In
    /// the other, a response for one item is the same message as that for all, whose own identifier is taken for the
    /// item's.
    private static let differing = ["issues.yaml", "pages.yaml", "tasks.yaml", "invoices.yaml"]

    /// Sends a request, and expects a response that matches its schema.
    private func send(
        _ walk: ServiceWalk, _ operation: OpenAPIDocument.Operation, _ values: [String: String],
        _ body: (type: String, value: JSONTree)?
    ) async throws -> ServiceWalk.Answer {
        let answer = try await walk.send(operation, values, body)
        if !Self.differing.contains(walk.document.name) { #expect(answer.differences == [], "\(answer.line)") }
        return answer
    }

    @Test(arguments: ServiceDocument.all) func `keeps each item`(file: ServiceDocument) async throws {
        let walk = ServiceWalk(try file.read())
        for resource in walk.resources { try await check(resource, walk) }
        #expect(walk.router.violations.map(\.message) == [])
    }

    private func check(_ resource: Resource, _ walk: ServiceWalk) async throws {
        var values = try await parents(of: resource.list, walk)
        let list = walk.operation("GET", resource.list)
        let get = try #require(walk.operation("GET", resource.item))
        var expected: JSONTree?
        if let post = walk.operation("POST", resource.list), let body = try walk.body(of: post, seed: 1) {
            let made = try await send(walk, post, values, body)
            #expect(200..<300 ~= made.status, "\(made.line)")
            expected = item(made, resource)
            // The path says to what the item belongs.
            for (name, value) in kept(body.value, resource, walk.document) where values[name] == nil {
                #expect(expected?[name] == value, "\(name): \(made.line)")
            }
        } else if let list {
            expected = items(try await send(walk, list, values, nil).json, resource)?.first
        }
        guard let known = expected else { return }
        values[resource.variable] = known[resource.id].flatMap(DocumentStage.text)
        let read = try await send(walk, get, values, nil)
        #expect(item(read, resource) == known, "\(read.line)")
        try await expectList(list, values, resource, walk, contains: known)
        for method in ["PUT", "PATCH"] {
            guard let change = walk.operation(method, resource.item), let body = try walk.body(of: change, seed: 2)
            else { continue }
            let changed = try await send(walk, change, values, body)
            #expect(200..<300 ~= changed.status, "\(changed.line)")
            let now = try await send(walk, get, values, nil)
            for (name, value) in kept(body.value, resource, walk.document)
            where value.members == nil && values[name] == nil {
                #expect(item(now, resource)?[name] == value, "\(name): \(changed.line); then \(now.line)")
            }
            #expect(item(now, resource)?[resource.id] == known[resource.id], "\(now.line)")
        }
        guard let delete = walk.operation("DELETE", resource.item) else { return }
        let deleted = try await send(walk, delete, values, try walk.body(of: delete, seed: 3))
        #expect(200..<300 ~= deleted.status, "\(deleted.line)")
        let gone = try await send(walk, get, values, nil)
        #expect(gone.status == 404, "\(gone.line)")
        let isDocumented = (try? AnswerChoice(walk.document.details(of: get), status: 404, accept: nil)) != nil
        #expect(isDocumented || gone.json?["status"]?.number?.integer == 404, "\(gone.line)")
        try await expectList(list, values, resource, walk, contains: nil)
    }

    /// The lists whose items aren't those of the memory.
    ///
    /// Their items are deeper than in a member of the response: in `_embedded`, or as a member of each element.
    private static let nested = ["/bookings", "/Patient"]

    /// Expects a list to contain an item, or to contain none with the identifier in the values.
    private func expectList(
        _ list: OpenAPIDocument.Operation?, _ values: [String: String], _ resource: Resource, _ walk: ServiceWalk,
        contains item: JSONTree?
    ) async throws {
        guard let list, !Self.nested.contains(list.path) else { return }
        let answer = try await send(walk, list, values, nil)
        let all = try #require(items(answer.json, resource), "\(answer.line)")
        let own = all.first { $0[resource.id].flatMap(DocumentStage.text) == values[resource.variable] }
        #expect(own == item, "\(answer.line)")
    }

    @Test func `keeps the items of many pairs of paths`() throws {
        let resources = try ServiceDocument.all.map { ServiceWalk(try $0.read()).resources.count }
        #expect(resources.reduce(0, +) > 20)
    }
}
