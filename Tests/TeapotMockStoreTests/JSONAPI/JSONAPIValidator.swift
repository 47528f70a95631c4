import Foundation
import Teapot

/// A validator of documents against the rules of JSON:API 1.1, written only from the specification.
///
/// A problem names the section, the place as a JSON Pointer, and the violation.
struct JSONAPIValidator {
    typealias Object = [String: any Sendable]

    /// A resource's identity.
    struct Identity: Hashable {
        let type: String
        let id: String
    }

    private(set) var problems: [String] = []
    /// Full resource objects with the places where they were first seen.
    private var resources: [Identity: String] = [:]
    /// The references of each resource.
    private var references: [Identity: [Identity]] = [:]
    private var primary: [Identity] = []
    private var included: [Identity] = []

    /// Returns the problems of a response's document; none if it follows the rules.
    static func problems(in text: Data) -> [String] {
        do { return problems(in: try JSON.value(parsing: text)) } catch { return ["Document Structure: \(error)"] }
    }

    /// Returns the problems of a document; none if it follows the rules.
    static func problems(in document: any Sendable) -> [String] {
        var validator = JSONAPIValidator()
        validator.checkDocument(document)
        return validator.problems
    }

    mutating func report(_ section: String, _ place: String, _ problem: String) {
        problems.append("\(section): \(place.isEmpty ? "/" : place): \(problem)")
    }

    /// Reports a value that is not an object, and members that the specification does not define for it.
    mutating func object(_ value: any Sendable, _ section: String, _ place: String, allowed: Set<String>?) -> Object? {
        guard let object = value as? Object else {
            report(section, place, "not an object")
            return nil
        }
        // Members that begin with “@” may appear anywhere.
        let others = allowed.map { allowed in object.keys.filter { !allowed.contains($0) && !$0.hasPrefix("@") } } ?? []
        for name in others.sorted() { report(section, "\(place)/\(name)", "not a member of such an object") }
        return object
    }

    /// Reports a member that is not a string.
    mutating func checkString(_ name: String, of object: Object, _ section: String, _ place: String) {
        if let value = object[name], !(value is String) { report(section, "\(place)/\(name)", "not a string") }
    }
}

// MARK: Top Level

extension JSONAPIValidator {
    private mutating func checkDocument(_ document: any Sendable) {
        let section = "Top Level"
        let names: Set = ["data", "errors", "meta", "jsonapi", "links", "included"]
        guard let document = object(document, section, "", allowed: names) else { return }
        if document["data"] == nil, document["errors"] == nil, document["meta"] == nil {
            report(section, "", "neither data nor errors nor meta")
        }
        if document["data"] != nil, document["errors"] != nil { report(section, "", "both data and errors") }
        if document["data"] == nil, document["included"] != nil { report(section, "/included", "without data") }
        document["meta"].map { checkMeta($0, "/meta") }
        document["jsonapi"].map { checkImplementation($0, "/jsonapi") }
        let paging: Set = ["first", "last", "prev", "next"]
        document["links"].map { checkLinks($0, "/links", allowed: paging.union(["self", "related", "describedby"])) }
        document["errors"].map { checkErrors($0) }
        document["data"].map { checkPrimaryData($0) }
        document["included"].map { checkIncluded($0) }
        checkLinkage()
    }

    private mutating func checkPrimaryData(_ data: any Sendable) {
        if data is NSNull { return }
        guard let list = data as? [any Sendable] else {
            checkPrimary(data, "/data")
            return
        }
        // A resource with only a type, an id and meta may be an identifier or a resource object, so a mixture can't be
        // detected.
        for (index, value) in list.enumerated() { checkPrimary(value, "/data/\(index)") }
    }

    private mutating func checkPrimary(_ value: any Sendable, _ place: String) {
        checkResource(value, place).map { primary.append($0) }
    }

    private mutating func checkIncluded(_ value: any Sendable) {
        guard let list = value as? [any Sendable] else {
            report("Compound Documents", "/included", "not an array")
            return
        }
        for (index, value) in list.enumerated() {
            checkResource(value, "/included/\(index)").map { included.append($0) }
        }
    }

    /// Checks whether each included resource can be reached from the primary data ("full linkage").
    private mutating func checkLinkage() {
        var reached = Set(primary)
        var rest = primary
        while let next = rest.popLast() {
            for identity in references[next] ?? [] where reached.insert(identity).inserted { rest.append(identity) }
        }
        for (index, identity) in included.enumerated() where !reached.contains(identity) {
            report("Compound Documents", "/included/\(index)", "nothing links to it from the primary data")
        }
    }
}

// MARK: Resource Objects

extension JSONAPIValidator {
    private mutating func checkResource(_ value: any Sendable, _ place: String) -> Identity? {
        let names: Set = ["id", "type", "attributes", "relationships", "links", "meta"]
        guard let resource = object(value, "Resource Objects", place, allowed: names) else { return nil }
        let identity = checkIdentity(resource, place)
        if let identity {
            if let first = resources[identity] {
                report("Compound Documents", place, "the same type and id as \(first)")
            }
            resources[identity] = resources[identity] ?? place
        }
        var fields: Set<String> = []
        if let attributes = resource["attributes"] {
            let place = "\(place)/attributes"
            if let attributes = object(attributes, "Attributes", place, allowed: nil) {
                checkFields(attributes, &fields, place)
                checkNames(attributes, place)
            }
        }
        if let relationships = resource["relationships"] {
            let place = "\(place)/relationships"
            if let relationships = object(relationships, "Relationships", place, allowed: nil) {
                checkFields(relationships, &fields, place)
                for (name, value) in relationships.sorted(by: { $0.key < $1.key }) {
                    checkName(name, "\(place)/\(name)")
                    let found = checkRelationship(value, "\(place)/\(name)")
                    if let identity { references[identity, default: []] += found }
                }
            }
        }
        resource["links"].map { checkLinks($0, "\(place)/links", allowed: nil) }
        resource["meta"].map { checkMeta($0, "\(place)/meta") }
        return identity
    }

    private mutating func checkIdentity(_ object: Object, _ place: String) -> Identity? {
        for name in ["type", "id"] {
            if object[name] == nil { report("Identification", place, "no \(name)") }
            checkString(name, of: object, "Identification", place)
        }
        guard let type = object["type"] as? String, let id = object["id"] as? String else { return nil }
        checkName(type, "\(place)/type")
        return Identity(type: type, id: id)
    }

    /// Checks that the names of attributes and relationships differ from each other and from `type` and `id`.
    private mutating func checkFields(_ object: Object, _ fields: inout Set<String>, _ place: String) {
        for name in object.keys.sorted() where !name.hasPrefix("@") {
            if name == "type" || name == "id" { report("Fields", "\(place)/\(name)", "a field of this name") }
            if !fields.insert(name).inserted { report("Fields", "\(place)/\(name)", "also the name of an attribute") }
        }
    }

    private mutating func checkRelationship(_ value: any Sendable, _ place: String) -> [Identity] {
        let section = "Relationships"
        guard let relationship = object(value, section, place, allowed: ["links", "data", "meta"]) else { return [] }
        if relationship.isEmpty { report(section, place, "neither links nor data nor meta") }
        if let links = relationship["links"] {
            let names: Set = ["self", "related", "first", "last", "prev", "next"]
            checkLinks(links, "\(place)/links", allowed: names)
            if let links = links as? Object, links["self"] == nil, links["related"] == nil {
                report(section, "\(place)/links", "neither self nor related")
            }
        }
        relationship["meta"].map { checkMeta($0, "\(place)/meta") }
        guard let data = relationship["data"], !(data is NSNull) else { return [] }
        guard let list = data as? [any Sendable] else {
            return checkIdentifier(data, "\(place)/data").map { [$0] } ?? []
        }
        return list.enumerated().compactMap { checkIdentifier($1, "\(place)/data/\($0)") }
    }

    private mutating func checkIdentifier(_ value: any Sendable, _ place: String) -> Identity? {
        let section = "Resource Identifier Objects"
        guard let object = object(value, section, place, allowed: ["type", "id", "meta"]) else { return nil }
        object["meta"].map { checkMeta($0, "\(place)/meta") }
        return checkIdentity(object, place)
    }
}
