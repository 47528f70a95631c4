import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// The file of a store that is being read.
struct StoreFile {
    private let url: URL
    private let text: Data
    /// The members of the file's object.
    let members: [String: JSONTree]
    /// The names of the members, which are type names, sorted.
    let names: [String]

    /// Creates a store file by reading and parsing a file; a parsing error has the line and column.
    init(_ url: URL) throws(StoreError) {
        self.url = url
        guard url.isFileURL else {
            throw StoreError(.fileFailed, "“\(url)” is not a file URL; a store is loaded from a file.")
        }
        do { text = try Data(contentsOf: url) } catch {
            throw StoreError(.fileFailed, "The store's file “\(url.path)” can't be read. \(error.systemReason)")
        }
        let value: JSONTree
        do { value = try JSONTree(parsing: text) } catch {
            throw Self.error(url, "It is not JSON: line \(error.line), column \(error.column): \(error.reason).")
        }
        guard let members = value.members else {
            throw Self.error(url, #"It must be an object with a list for each type or resource: {"posts": [ … ]}."#)
        }
        self.members = members
        names = members.keys.sorted()
        if let name = JSONTokens(text).repeatedNames.first {
            throw Self.error(url, "“\(name)” appears twice. Put all its entities into one list.")
        }
    }

    /// Returns the entities of a type, or none if the type isn't in the file.
    func list<Entity: Storable & Decodable>(
        of type: Entity.Type, _ decoder: JSONDecoder
    ) throws(StoreError) -> any StoreList {
        let rows: [Row<Entity>]
        do {
            rows = try decoder.decode([String: List<Entity>].self, from: text)[type.storedName]?.rows ?? []
        } catch let error as DecodingError {
            throw self.error(error.explanation)
        } catch {
            throw self.error("\(error)")
        }
        var places: [String: Int] = [:]
        for (place, row) in rows.enumerated() {
            guard let first = places.updateValue(place, forKey: row.id) else { continue }
            let name = type.storedName
            throw error(
                "\(name)[\(place)] has the id “\(row.id)”, like \(name)[\(first)]. Give it another id."
            )
        }
        return List(rows: rows)
    }

    func error(_ explanation: String) -> StoreError { Self.error(url, explanation) }

    private static func error(_ url: URL, _ explanation: String) -> StoreError {
        StoreError(.invalidFile, "The store's file “\(url.path)” can't be loaded. \(explanation)")
    }
}

/// The type and ID of an entity that is already in the store.
typealias TakenID = (type: any Storable.Type, id: String)

/// The entities of one type, read from a file.
protocol StoreList {
    /// Returns the first entity whose ID is taken.
    func taken(in state: inout Store.State) -> TakenID?
    /// Inserts the entities, none of whose IDs may be taken.
    func insert(into state: inout Store.State)
}

private struct List<Entity: Storable & Decodable>: StoreList {
    let rows: [Row<Entity>]

    func taken(in state: inout Store.State) -> TakenID? {
        let table = state.table(Entity.self)
        return rows.first { table.contains($0.id) }.map { (Entity.self, $0.id) }
    }

    func insert(into state: inout Store.State) {
        for row in rows { _ = state.insert(row) }
    }
}

extension List: Decodable {
    init(from decoder: any Decoder) throws {
        var rows: [Row<Entity>] = []
        // The lists of other types are skipped. Each type is read in a separate pass over the file.
        if decoder.codingPath.first?.stringValue == Entity.storedName {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                do {
                    rows.append(Row(try container.decode(Entity.self)))
                } catch let error as DecodingError {
                    throw error
                } catch {
                    throw EntityError(description: "\(Entity.storedName)[\(rows.count)]: \(error)")
                }
            }
        }
        self.rows = rows
    }
}

/// An error from reading an entity, with the index of the entity.
private struct EntityError: Error, CustomStringConvertible {
    let description: String
}
