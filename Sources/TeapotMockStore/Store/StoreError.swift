public import Foundation
import Teapot

/// An error of a ``Store``.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure; see the static members of ``Reason-swift.struct``.
    public let reason: Reason
    /// The operation, the existing entities, and a suggestion.
    public let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    /// A kind of failure.
    ///
    /// It's a struct, not an enum, so a later version can add kinds. A `switch` over it needs a `default` case.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, such as `notFound`.
        public let description: String
    }
}

extension StoreError.Reason {
    /// No entity has this type and ID.
    public static let notFound = Self(description: "notFound")
    /// An entity already has this type and ID.
    public static let conflict = Self(description: "conflict")
    /// A change to an entity also changed its ID.
    public static let changedID = Self(description: "changedID")
    /// Other code wrote the entity during each attempt to change it.
    public static let contention = Self(description: "contention")
    /// The entities can't be written to a file, or some of them can't be read from one.
    public static let notCodable = Self(description: "notCodable")
    /// The contents of a file don't have the expected form.
    public static let invalidFile = Self(description: "invalidFile")
    /// A file couldn't be read or written.
    public static let fileFailed = Self(description: "fileFailed")
}

extension StoreError: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

extension StoreError {
    static func notFound(
        _ type: any Storable.Type, _ id: String, among ids: [String], others: [any Storable.Type]
    ) -> StoreError {
        let first = ids.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
        let rest = ids.count > 5 ? " and \(ids.count - 5) more" : ""
        let there = ids.isEmpty ? "none at all" : "\(ids.count): \(first)\(rest)"
        let names = others.map { "\($0)" }.sorted().joined(separator: " and of ")
        let other = names.isEmpty ? "" : " “\(id)” is the id of \(names)."
        let advice = "Check with find(_:id:) first, or use upsert(_:)."
        return StoreError(
            .notFound, "There is no \(type) with the id “\(id)”; the store has \(there).\(other) \(advice)")
    }

    static func conflict(_ type: any Storable.Type, _ id: String) -> StoreError {
        let advice = "Change it with update(_:) or upsert(_:), or let insert(_:) give your closure a new id."
        return StoreError(.conflict, "\(type) “\(id)” already exists. \(advice)")
    }

    static func changedID(_ type: any Storable.Type, _ id: String, to newID: String) -> StoreError {
        let advice = "Ids can't change: delete this entity and insert a new one."
        return StoreError(.changedID, "The closure changed the id of \(type) “\(id)” to “\(newID)”. \(advice)")
    }

    static func contention(_ type: any Storable.Type, _ id: String, attempts: Int) -> StoreError {
        let what = "\(type) “\(id)” couldn't be updated, because it changed during each of \(attempts) attempts."
        return StoreError(.contention, "\(what) The closure must change only its argument, and not write to the store.")
    }
}
