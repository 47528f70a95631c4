import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// A list of the content that recorders wrote to a folder, which distinguishes it from a person's edits.
///
/// The file `.recorded.json` contains a hash for each file's path, and for each part of its entry in the index file.
struct RecordedList: Sendable {
    static let fileName = ".recorded.json"
    /// The part with all other members of an entry, which state the requests that a mock is for.
    static let condition = "condition"

    /// The hashes, keyed by the paths of files and of parts of their entries.
    private(set) var hashes: [String: String] = [:]
    /// Whether the folder had a list when the recording began.
    let isComplete: Bool

    /// Reads the list that is currently in the folder; an invalid list counts as empty.
    mutating func read(_ text: Data?) {
        let members = text.flatMap { try? JSON.value(parsing: $0) as? [String: any Sendable] }
        hashes = members?.compactMapValues { $0 as? String } ?? [:]
    }

    /// Returns whether, as far as the list shows, a person wrote the content of a file.
    func isEdited(_ data: Data, _ name: String) -> Bool {
        hashes[name].map { $0 != data.contentHash } ?? isComplete
    }

    /// Records the content of a file that a recorder has written.
    mutating func insert(_ data: Data, _ name: String) { hashes[name] = data.contentHash }

    /// Removes a file and its entry.
    mutating func remove(_ name: String) {
        hashes[name] = nil
        for part in [Self.condition] + Delivery.memberNames { hashes[name + "#" + part] = nil }
    }

    /// Records an entry, except for the parts that a person has edited.
    mutating func insert(_ entry: [String: any Sendable], of name: String, except edits: Set<String>) {
        for part in [Self.condition] + Delivery.memberNames where !edits.contains(part) {
            hashes[name + "#" + part] = Self.hash(of: part, in: entry)
        }
    }

    /// Returns the parts of an entry that a person has edited, and the hash of the previous condition.
    func edits(of entry: [String: any Sendable], _ name: String) -> (parts: Set<String>, condition: String)? {
        guard let condition = hashes[name + "#" + Self.condition] else { return nil }
        let parts = ([Self.condition] + Delivery.memberNames).filter { part in
            Self.hash(of: part, in: entry) != hashes[name + "#" + part]
        }
        return parts.isEmpty ? nil : (Set(parts), condition)
    }

    /// Returns the hash of a part of an entry, or `nil` if the entry doesn't have that part.
    static func hash(of part: String, in entry: [String: any Sendable]) -> String? {
        let members = entry.filter { (Delivery.memberNames.contains($0.key) ? $0.key : condition) == part }
        return members.isEmpty ? nil : try? JSON.data(from: members, .sortedKeys).contentHash
    }
}
