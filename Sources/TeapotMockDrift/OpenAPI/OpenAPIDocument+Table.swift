package import TeapotMockOpenAPI

extension OpenAPIDocument {
    /// The path of a request that succeeds: the first `GET` without a variable and without credentials, or `nil`.
    package var examplePath: String? {
        operations.first { operation in
            guard operation.method == "GET", operation.variables.isEmpty else { return false }
            let details = details(of: operation)
            return details.security.isEmpty && !details.parameters.contains(where: \.isRequired)
        }?.path
    }

    /// Returns the operations as a table: the method, the path, the statuses and, unless nothing is remembered, whether
    /// items are kept in memory.
    package func table(_ options: AnswerOptions = AnswerOptions()) -> (titles: [String], rows: [[String]]) {
        let rows = zip(operations, memoryNotes).map { operation, note in
            let statuses = details(of: operation).answers.map(\.status).joined(separator: ", ")
            return [operation.method, operation.path, statuses.isEmpty ? "–" : statuses, note]
                .dropLast(options.isStateful ? 0 : 1)
        }
        let titles = ["METHOD", "PATH", "STATUSES", "MEMORY"].dropLast(options.isStateful ? 0 : 1)
        return (Array(titles), rows.map(Array.init))
    }
}
