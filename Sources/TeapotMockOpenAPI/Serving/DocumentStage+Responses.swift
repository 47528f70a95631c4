package import TeapotMock

extension DocumentStage {
    package func responses(to request: Request, in router: Router) -> [StageResponse] {
        guard let found = find(request, depth: router.base.path.count),
            let operation = operation(for: request.method, in: found)
        else { return [] }
        let (answers, values) = (details(of: operation).answers, operation.values(from: found.values))
        let known = Set(answers.map { $0.status.uppercased() })
        // Without a success, the default is one.
        let others = known.contains { $0.hasPrefix("2") } ? known.contains("5XX") ? 400..<500 : 500..<600 : 200..<300
        let ranges = ["2": 200..<300, "3": 300..<400, "4": 400..<500, "5": 500..<600, "D": others]
        let statuses = answers.compactMap { answer -> Int? in
            // A range's status is the first that has no response of its own.
            guard let range = ranges[answer.status.prefix(1).uppercased()] else { return nil }
            return Int(answer.status) ?? range.first { !known.contains("\($0)") }
        }
        return ([nil] + statuses).map { status in
            let make = { @Sendable [self] (isTrial: Bool) in
                let stage = isTrial ? DocumentStage(copying: self, isTrial: true) : self
                return stage.answer(request, operation, values, as: status).response
            }
            return (status, make)
        }
    }
}
