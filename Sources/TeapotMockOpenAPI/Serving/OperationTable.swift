import TeapotMock
import TeapotMockDocuments

/// The operations of a document, by path and method.
///
/// A path is found with or without the path of a server. A segment with text wins over a variable.
struct OperationTable: Sendable {
    /// The operations of a path.
    struct Found: Sendable {
        /// The operations by method.
        var operations: [String: OpenAPIDocument.Operation] = [:]
        /// The texts of the segments with variables, in order.
        var values: [String] = []
    }

    private struct Node: Sendable {
        var texts: [String: Node] = [:]
        var variables: [Branch] = []
        var operations: [String: OpenAPIDocument.Operation] = [:]
    }

    private struct Branch: Sendable {
        let prefix: String
        let suffix: String
        var node = Node()
        var length: Int { prefix.utf8.count + suffix.utf8.count }
    }

    private var root = Node()

    init(_ operations: [OpenAPIDocument.Operation]) {
        for operation in operations {
            for base in operation.bases + [PathTemplate("")] {
                Self.insert(operation, base.segments + operation.template.segments, into: &root)
            }
        }
    }

    private static func insert(
        _ operation: OpenAPIDocument.Operation, _ path: [PathTemplate.Segment], into node: inout Node
    ) {
        switch path.first {
        case nil: node.operations[operation.method] = node.operations[operation.method] ?? operation
        case .text(let text)?: insert(operation, Array(path.dropFirst()), into: &node.texts[text, default: Node()])
        case .variable(_, let prefix, let suffix)?:
            let known = node.variables.firstIndex { $0.prefix == prefix && $0.suffix == suffix }
            var branch = known.map { node.variables.remove(at: $0) } ?? Branch(prefix: prefix, suffix: suffix)
            insert(operation, Array(path.dropFirst()), into: &branch.node)
            // The one with more text is more specific.
            node.variables = (node.variables + [branch]).ordered { $0.length > $1.length }
        }
    }

    /// Returns the operations for the decoded segments of a path, or `nil` if the document has no such path.
    func find(_ path: ArraySlice<String>) -> Found? { Self.find(path, in: root) }

    private static func find(_ path: ArraySlice<String>, in node: Node) -> Found? {
        guard let first = path.first else {
            return node.operations.isEmpty ? nil : Found(operations: node.operations)
        }
        if let next = node.texts[exactly: first], let found = find(path.dropFirst(), in: next) { return found }
        for branch in node.variables {
            guard first.utf8.count > branch.length, first.hasPrefix(branch.prefix), first.hasSuffix(branch.suffix),
                var found = find(path.dropFirst(), in: branch.node)
            else { continue }
            let value = first.dropFirst(branch.prefix.count).dropLast(branch.suffix.count)
            found.values.insert(String(value), at: 0)
            return found
        }
        return nil
    }
}
