import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// An error response to a request that a resource can't fulfill.
struct ResourceRefusal: Error {
    let status: Teapot.StatusCode
    let reason: String

    init(_ status: Teapot.StatusCode, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}

/// The entities of one type in a store, served as a REST resource.
struct Resource<Entity: Storable>: Sendable {
    let store: Store
    let coding: ResourceCoding<Entity>
    var dialect = ResourceList.Dialect.standard

    func list(_ request: Request) throws -> Response {
        let members = try store.findAll(Entity.self).map(coding.members)
        return try ResourceList(request, dialect).response(of: members)
    }

    func find(_ request: Request) throws -> Response {
        let id = request["id"] ?? ""
        guard let entity = store.find(Entity.self, id: id) else { throw missing(id) }
        try dialect.checkItem(request)
        return .json(.object(try coding.members(entity)))
    }

    func insert(_ request: Request) throws -> Response {
        var members = try request.jsonMembers()
        let entity: Entity
        if members["id"] == nil || members["id"] == .null {
            entity = try store.insert { id in
                members["id"] = coding.id(id)
                return try coding.entity(members)
            }
        } else {
            let given = try coding.entity(members)
            entity = try refusing(given.id) { try store.insert(given) }
        }
        var path = request.path
        while path.hasSuffix("/") { path.removeLast() }
        let location = path + "/" + PercentEncoding.encode(entity.id, as: .queryItem)
        return .json(.object(try coding.members(entity)), status: .created, headers: ["Location": location])
    }

    func replace(_ request: Request) throws -> Response {
        let id = request["id"] ?? ""
        var members = try request.jsonMembers()
        if members["id"] == nil { members["id"] = coding.id(id) }
        let entity = try coding.entity(members)
        guard entity.id == id else { throw changedID(id, to: entity.id) }
        return .json(
            .object(try coding.members(refusing(id) { try store.update(Entity.self, id: id) { $0 = entity } })))
    }

    func change(_ request: Request) throws -> Response {
        let id = request["id"] ?? ""
        let patch = try request.jsonMembers()
        let entity = try refusing(id) {
            try store.update(Entity.self, id: id) { entity in
                let changed = try coding.entity(coding.members(entity).changed(by: patch, isDeep: !dialect.isExtended))
                guard changed.id == id else { throw changedID(id, to: changed.id) }
                entity = changed
            }
        }
        return .json(.object(try coding.members(entity)))
    }

    func delete(_ request: Request) throws -> Response {
        let id = request["id"] ?? ""
        _ = try refusing(id) { try store.delete(Entity.self, id: id) }
        return .status(.noContent)
    }
}

extension Resource {
    private func missing(_ id: String) -> ResourceRefusal {
        ResourceRefusal(.notFound, "There is no \(coding.name) with the id “\(id)”.")
    }

    private func changedID(_ id: String, to other: String) -> ResourceRefusal {
        ResourceRefusal(.conflict, "The body has the id “\(other)”, but the path has “\(id)”.")
    }

    /// Converts the errors of the store to refusals.
    private func refusing<Result>(_ id: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as StoreError {
            switch error.reason {
            case .notFound: throw missing(id)
            case .conflict:
                throw ResourceRefusal(.conflict, "Another \(coding.name) has the id “\(id)”.")
            default: throw ResourceRefusal(.conflict, error.description)
            }
        }
    }
}

extension [String: JSONTree] {
    /// Returns the object with the members of a patch applied.
    ///
    /// - Parameters:
    ///   - patch: The members of the patch.
    ///   - isDeep: Whether nested objects are merged, too, and members that are `null` in the patch are removed (RFC
    ///     7396 §2). Otherwise, members are replaced, as in json-server.
    /// - Returns: The object.
    func changed(by patch: Self, isDeep: Bool) -> Self {
        guard isDeep else { return merging(patch) { $1 } }
        return patch.reduce(into: self) { result, member in
            switch member.value {
            case .null: result[member.key] = nil
            case .object(let part):
                result[member.key] = .object((result[member.key]?.members ?? [:]).changed(by: part, isDeep: true))
            default: result[member.key] = member.value
            }
        }
    }
}

extension Response {
    /// Creates a response whose body is a JSON value, with its numbers as originally written.
    static func json(
        _ value: JSONTree, status: Teapot.StatusCode = .ok, headers: Teapot.HeaderFields = [:]
    ) -> Response {
        .data(Data(value.json.utf8), contentType: "application/json", status: status, headers: headers)
    }
}
