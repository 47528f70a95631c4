import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// The conversion of a resource's entities to members of JSON objects, and back.
struct ResourceCoding<Entity>: Sendable {
    /// The name of the entities in messages, such as `Article`.
    let name: String
    /// Returns the members of an entity.
    let members: @Sendable (Entity) throws -> [String: JSONTree]
    /// Returns the entity with the given members, or throws a ``ResourceRefusal``.
    let entity: @Sendable ([String: JSONTree]) throws -> Entity
    /// Returns the `id` member for an entity's ID.
    var id: @Sendable (String) -> JSONTree = { .string($0) }
}

extension ResourceCoding where Entity: Storable & Codable {
    /// Creates a conversion with an encoder and a decoder.
    init(_ coders: ResourceCoders) {
        name = Entity.storedName
        members = { entity in
            guard let members = try JSONTree(parsing: coders.encoder().encode(entity)).members else {
                throw ResourceRefusal(500, "\(Entity.storedName) is not encoded as a JSON object.")
            }
            return members
        }
        entity = { members in
            do {
                return try coders.decoder().decode(Entity.self, from: Data(JSONTree.object(members).json.utf8))
            } catch let error as DecodingError {
                throw ResourceRefusal(
                    .badRequest, "The body can't be decoded as \(Entity.storedName): \(error.explanation).")
            }
        }
    }
}

extension Request {
    /// Returns the members of the JSON object that is the body.
    ///
    /// - Throws: ``ResourceRefusal`` if the body isn't a JSON object.
    func jsonMembers() throws(ResourceRefusal) -> [String: JSONTree] {
        let value: JSONTree
        do throws(JSON.ParsingError) { value = try JSONTree(parsing: body) } catch {
            throw ResourceRefusal(.badRequest, "The body is not a JSON object: \(error).")
        }
        if let members = value.members { return members }
        if value.kind == .list { throw ResourceRefusal(.badRequest, "The body is a JSON list; it must be an object.") }
        throw ResourceRefusal(.badRequest, "The body is not a JSON object, but \(value.kind.name).")
    }
}
