import Foundation
import Teapot
import TeapotMock

/// The conversion of a resource's entities to members of JSON objects, and back.
struct ResourceCoding<Entity>: Sendable {
    /// The name of the entities in messages, such as `Article`.
    let name: String
    /// Returns the members of an entity.
    let members: @Sendable (Entity) throws -> [String: any Sendable]
    /// Returns the entity with some members, or throws a ``ResourceRefusal``.
    let entity: @Sendable ([String: any Sendable]) throws -> Entity
    /// Returns the member `id` for the id of an entity.
    var id: @Sendable (String) -> any Sendable = { $0 }
}

extension ResourceCoding where Entity: Storable & Codable {
    /// Creates the conversion by an encoder and a decoder.
    init(_ coders: ResourceCoders) {
        name = Entity.storedName
        members = { entity in
            guard let members = try JSON(parsing: coders.encoder().encode(entity)).dictionary else {
                throw ResourceRefusal(500, "\(Entity.storedName) is not encoded as a JSON object.")
            }
            return members
        }
        entity = { members in
            do {
                return try coders.decoder().decode(Entity.self, from: JSON.dictionary(members).data())
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
    /// - Throws: ``ResourceRefusal`` if the body is not one.
    func jsonMembers() throws(ResourceRefusal) -> [String: any Sendable] {
        do {
            if let members = try JSON(parsing: body).dictionary { return members }
        } catch {
            throw ResourceRefusal(.badRequest, "The body is not a JSON object: \(error).")
        }
        throw ResourceRefusal(.badRequest, "The body is a JSON list; it must be an object.")
    }
}
