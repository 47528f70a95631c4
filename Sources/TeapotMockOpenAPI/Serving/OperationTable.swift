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
        /// The values of the path's variables, in order.
        var values: [String] = []

        /// Returns the values of an operation's variables, by name.
        func values(for operation: OpenAPIDocument.Operation) -> [String: String] {
            // A server's path may have variables, too.
            Dictionary(zip(operation.variables, values.suffix(operation.variables.count))) { $1 }
        }
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
            if known == nil {
                node.variables.append(Branch(prefix: prefix, suffix: suffix))
                // The one with more text is more specific.
                node.variables = node.variables.ordered {
                    $0.prefix.utf8.count + $0.suffix.utf8.count > $1.prefix.utf8.count + $1.suffix.utf8.count
                }
            }
            let index = node.variables.firstIndex { $0.prefix == prefix && $0.suffix == suffix } ?? 0
            insert(operation, Array(path.dropFirst()), into: &node.variables[index].node)
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
            let length = branch.prefix.utf8.count + branch.suffix.utf8.count
            guard first.utf8.count > length, first.hasPrefix(branch.prefix), first.hasSuffix(branch.suffix),
                var found = find(path.dropFirst(), in: branch.node)
            else { continue }
            let value = first.dropFirst(branch.prefix.count).dropLast(branch.suffix.count)
            found.values.insert(String(value), at: 0)
            return found
        }
        return nil
    }
}
