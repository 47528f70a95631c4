import Foundation
import Teapot
import TeapotMock

/// An entity of a JSON file: an object with an id.
struct JSONEntity: Storable {
    let id: String
    let members: [String: any Sendable]

    init(id: String, store: Store) { self.init(id: id, ["id": id]) }

    private init(id: String, _ members: [String: any Sendable]) { (self.id, self.members) = (id, members) }

    /// Creates an entity from an object; `nil` if its `id` is neither a string nor a whole number.
    init?(_ members: [String: any Sendable]) {
        guard let id = members["id"] else { return nil }
        if let text = id as? String {
            self.init(id: text, members)
        } else if type(of: id) != Bool.self, let number = id as? Int {
            self.init(id: String(number), members)
        } else {
            return nil
        }
    }
}

extension ResourceCoding where Entity == JSONEntity {
    /// Creates the conversion of the entities of a member of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - hasNumbers: A Boolean value that indicates whether new ids are numbers.
    init(named name: String, hasNumbers: Bool) {
        self.name = "entity of “\(name)”"
        members = { $0.members }
        entity = { members in
            if let entity = JSONEntity(members) { return entity }
            throw ResourceRefusal(.badRequest, "The body's “id” must be a string or a whole number.")
        }
        id = { id in hasNumbers ? Int(id).map { NSNumber(value: $0) as any Sendable } ?? id : id }
    }
}
