import Teapot
import TeapotMock
import TeapotMockDocuments

extension OpenAPIDocument {
    /// The operations as a table: the method, the path, the statuses, and whether items are kept in memory.
    package var table: (titles: [String], rows: [[String]]) {
        let (kept, others) = Resource.all(in: self)
        let rows = operations.map { operation in
            let statuses = details(of: operation).answers.map(\.status).joined(separator: ", ")
            return [
                operation.method, operation.path, statuses.isEmpty ? "–" : statuses,
                Self.memory(of: operation, kept, others),
            ]
        }
        return (["METHOD", "PATH", "STATUSES", "MEMORY"], rows)
    }

    private static func memory(of operation: Operation, _ kept: [Resource], _ others: [String: String]) -> String {
        if kept.contains(where: { $0.list == operation.path }) {
            return ["GET", "POST"].contains(operation.method) ? "kept" : "no: only GET and POST of a list are kept"
        }
        if kept.contains(where: { $0.item == operation.path }) {
            return DocumentStage.itemMethods.contains(operation.method)
                ? "kept" : "no: it isn't GET, PUT, PATCH or DELETE"
        }
        return others[operation.path].map { "no: \($0)" } ?? "no"
    }
}
