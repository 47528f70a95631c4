public import Teapot

extension Recorder {
    /// The recording as a scenario: a step for each answer by now, in the order in which the requests came.
    ///
    /// Each step names the request that it answers, so that others pass it by. A recording into a HAR file has no steps.
    ///
    /// - Parameter name: What the scenario is called.
    /// - Returns: The scenario.
    public func scenario(named name: String) -> Scenario {
        Scenario(name, steps: state.withLock { $0.steps.map(\.step) })
    }

    /// Writes the recording as a scenario, once all is written that has been recorded.
    ///
    /// ```swift
    /// try await recorder.writeScenario(to: scenarios.appendingPathComponent("checkout.json"))
    /// ```
    ///
    /// - Parameter file: The file, in JSON; its folder is made if it is not there.
    /// - Throws: A ``Problem`` when it can't be written, or is there and to be kept.
    public func writeScenario(to file: URL) async throws(Problem) {
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(Problem) in try self.writeScenarioNow(to: file) })
            }
        }
        try result.get()
    }

    private func writeScenarioNow(to file: URL) throws(Problem) {
        do {
            let steps = scenario(named: "").steps.map { $0.document as any Sendable }
            let data = try JSON.dictionary(["steps": steps]).data([.sortedKeys, .prettyPrinted]) + [0x0A]
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let isThere = FileManager.default.fileExists(atPath: file.path)
            if isThere, existing == .kept, try Data(contentsOf: file) != data { throw Problem.kept(file) }
            try data.write(to: file, options: .atomic)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem.unwritten(file, "\(error)")
        }
    }
}

extension Scenario.Step {
    /// The step as it stands in a scenario's file.
    fileprivate var document: [String: any Sendable] {
        var condition: [String: any Sendable] = [:]
        condition["method"] = request?.method
        condition["path"] = request?.path
        if let query = request?.query, !query.isEmpty { condition["query"] = query }
        return ["folder": folder, "request": condition, "responseFileName": responseFileName]
    }
}
