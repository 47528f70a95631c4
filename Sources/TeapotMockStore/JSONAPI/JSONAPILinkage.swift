import Foundation
import Teapot
import TeapotMock

/// The resources that a relationship refers to (JSON:API 1.1, Resource Linkage).
enum JSONAPILinkage {
    /// One resource, or none.
    case toOne((any JSONAPIEntity)?)
    /// Any number of resources.
    case toMany([any JSONAPIEntity])
    /// Resources that are omitted.
    case untold

    /// Creates the linkage of a property's value, or returns `nil` if the property is an attribute.
    init?(_ value: Any) {
        if let container = value as? any StandardContainer {
            guard let linkage = Self.linkage(of: container) else { return nil }
            self = linkage
        } else if let entity = value as? any JSONAPIEntity {
            self = .toOne(entity)
        } else {
            return nil
        }
    }

    /// The resources.
    var entities: [any JSONAPIEntity] {
        switch self {
        case .toOne(let entity): entity.map { [$0] } ?? []
        case .toMany(let entities): entities
        case .untold: []
        }
    }

    /// The identifiers as JSON, or `nil` if they are omitted.
    var data: (any Sendable)? {
        switch self {
        case .toOne(nil): NSNull()
        case .toOne(let entity?): JSONAPIIdentity(entity).object
        case .toMany(let entities): entities.map { JSONAPIIdentity($0).object as any Sendable }
        case .untold: nil
        }
    }

    private static func linkage(of container: any StandardContainer) -> Self? {
        let type = Swift.type(of: container)
        let (isOne, isMany) = (isEntity(type.elementType), holdsEntities(type.elementType))
        switch container.contents {
        case .value(let value): return Self(value)
        case .null: return isOne ? .toOne(nil) : isMany ? .toMany([]) : nil
        case .nothing: return isOne ? .toOne(nil) : isMany ? .untold : nil
        case .omitted: return isOne || isMany ? .untold : nil
        case .list(let elements): return toMany(elements, of: type)
        case .unordered(let elements):
            guard case .toMany(let entities) = toMany(elements, of: type) else { return nil }
            return .toMany(entities.sorted { JSONAPIIdentity($0) < JSONAPIIdentity($1) })
        case .members: return nil
        }
    }

    /// Returns the linkage of a list.
    ///
    /// The declared element type decides. For existentials of another protocol, the elements themselves decide.
    private static func toMany(_ elements: [Any], of type: any StandardContainer.Type) -> Self? {
        let entities = elements.compactMap { $0 as? any JSONAPIEntity }
        if holdsEntities(type) { return .toMany(entities) }
        let isUntyped = type.elementType == Any.self || type.elementType is any StandardContainer.Type
        return isUntyped || entities.isEmpty || entities.count < elements.count ? nil : .toMany(entities)
    }

    /// Returns whether a type is that of an entity, or an optional of one.
    private static func isEntity(_ type: Any.Type) -> Bool {
        if let container = type as? any StandardContainer.Type {
            return container.form == .single && isEntity(container.elementType)
        }
        return type is any JSONAPIEntity.Type || type == (any JSONAPIEntity).self
    }

    /// Returns whether a type is a list of entities, or an optional of one.
    private static func holdsEntities(_ type: Any.Type) -> Bool {
        guard let container = type as? any StandardContainer.Type else { return false }
        switch container.form {
        case .single: return holdsEntities(container.elementType)
        case .many: return isEntity(container.elementType)
        case .byKey: return false
        }
    }
}

/// The type and ID that identify a resource (JSON:API 1.1, Resource Identifier Objects).
struct JSONAPIIdentity: Hashable, Comparable {
    let type: String
    let id: String

    init(_ entity: any JSONAPIEntity) {
        type = Swift.type(of: entity).type
        id = entity.id
    }

    /// The identifier as JSON.
    var object: [String: any Sendable] {
        ["type": JSONAPIMemberName.isValid(type) ? type : JSONAPIMemberName.refusal(of: type), "id": id]
    }

    static func < (left: Self, right: Self) -> Bool { (left.type, left.id) < (right.type, right.id) }
}
