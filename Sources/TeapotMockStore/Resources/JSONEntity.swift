import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// An entity in a JSON file: an object with an ID.
struct JSONEntity: Storable {
    let id: String
    let members: [String: JSONTree]

    init(id: String, store: Store) { self.init(id: id, ["id": .string(id)]) }

    private init(id: String, _ members: [String: JSONTree]) { (self.id, self.members) = (id, members) }

    /// Creates an entity from an object, or returns `nil` if its `id` is empty, or is neither a string nor a whole
    /// number.
    ///
    /// The path of an entity with an empty ID would be the path of the list.
    init?(_ members: [String: JSONTree]) {
        switch members["id"] {
        case .string(let text) where !text.isEmpty: self.init(id: text, members)
        case .number(let number) where number.isWhole:
            self.init(id: number.integer.map { String($0) } ?? number.text, members)
        default: return nil
        }
    }
}

extension ResourceCoding where Entity == JSONEntity {
    /// Creates the conversion for the entities in a member of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - hasNumbers: Whether new IDs are numbers.
    init(named name: String, hasNumbers: Bool) {
        self.name = "item in “\(name)”"
        members = { $0.members }
        entity = { members in
            if let entity = JSONEntity(members) { return entity }
            throw ResourceRefusal(.badRequest, "The body's “id” must be a string that is not empty, or a whole number.")
        }
        id = { id in
            guard hasNumbers, let number = JSONNumber(id), JSONEntity(["id": .number(number)])?.id == id else {
                return .string(id)
            }
            return .number(number)
        }
    }
}
