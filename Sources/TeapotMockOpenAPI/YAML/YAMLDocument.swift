import Foundation
import TeapotMockDocuments

/// A YAML document, read into the same tree as JSON.
///
/// The reader follows YAML 1.2.2 with its core schema, and the merge key `<<` of YAML 1.1. It refuses what a JSON tree
/// can't hold: keys that are mappings or sequences, infinity, and tags outside the core schema.
struct YAMLDocument: Sendable {
    /// The document's value; `null` if the text is empty.
    let tree: JSONTree

    /// Whether more documents follow, which aren't read.
    let hasMoreDocuments: Bool

    private let text: YAMLText
    private let root: YAMLReader.Place
    private let children: [YAMLReader.Child]

    /// Creates a document by reading a text, of whose documents the first one counts.
    ///
    /// Complexity: linear in the length of the text.
    ///
    /// - Parameter data: The text in UTF-8.
    /// - Throws: An error with the place where the text isn't valid YAML or can't become a JSON tree.
    init(parsing data: Data) throws(ParsingError) {
        let text = try YAMLText(data)
        var reader = YAMLReader(text)
        try reader.document()
        tree = reader.node.tree
        root = reader.node.place
        children = reader.children
        hasMoreDocuments = try reader.hasMoreDocuments()
        self.text = text
    }

    /// Returns where a value is written: for an alias or a merged member, at its anchor.
    ///
    /// - Parameter tokens: The names and indices on the way to the value, as in a JSON pointer.
    /// - Returns: The line and the column, both counted from 1, the column in Unicode scalars; `nil` if there's no such
    ///   value.
    func position(of tokens: [String]) -> (line: Int, column: Int)? {
        place(of: tokens).map { text.position(of: $0.offset) }
    }

    /// Returns the names of a mapping's members in order, or an empty list if there's no such mapping.
    func names(at tokens: [String]) -> [String] {
        place(of: tokens).map { children[$0.children].compactMap(\.name) } ?? []
    }

    private func place(of tokens: [String]) -> YAMLReader.Place? {
        var place = root
        for token in tokens {
            let candidates = children[place.children]
            guard let first = candidates.first else { return nil }
            if first.name == nil {
                guard let index = Int(token), 0..<candidates.count ~= index else { return nil }
                place = candidates[candidates.startIndex + index].place
            } else {
                let name = token.utf8
                guard let child = candidates.first(where: { $0.name?.utf8.elementsEqual(name) == true }) else {
                    return nil
                }
                place = child.place
            }
        }
        return place
    }
}

extension YAMLDocument {
    /// An error with the place where a text isn't valid YAML or can't become a JSON tree.
    struct ParsingError: Error, Equatable, CustomStringConvertible {
        /// The line, counted from 1.
        let line: Int

        /// The column, counted from 1 in Unicode scalars.
        let column: Int

        /// What's wrong and what to do, such as `expected “]” but found the end of the document`.
        let reason: String

        /// The place and the reason.
        var description: String { "line \(line), column \(column): \(reason)" }
    }
}
