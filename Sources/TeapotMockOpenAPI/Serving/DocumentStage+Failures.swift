package import TeapotMock

extension DocumentStage {
    package func failures(of request: Request, in router: Router) -> [Int: @Sendable () -> Response] {
        guard let found = find(request, depth: router.base.path.count),
            let operation = operation(for: request.method, in: found)
        else { return [:] }
        let details = details(of: operation)
        let known = Set(details.answers.map { $0.status.uppercased() })
        // Without a success, the default is one.
        let others = known.contains { $0.hasPrefix("2") } ? known.contains("5XX") ? 400..<500 : 500..<600 : 0..<0
        let ranges = ["4": 400..<500, "5": 500..<600, "d": others]
        return details.answers.reduce(into: [:]) { failures, answer in
            // A range's status is the first that has no response of its own.
            guard let range = ranges[String(answer.status.prefix(1))],
                let status = Int(answer.status) ?? range.first(where: { !known.contains("\($0)") })
            else { return }
            failures[status] = { [self] in
                do throws(Refusal) {
                    return try documented(request, details, Preference(status: status)).0
                } catch { return error.response }
            }
        }
    }
}
