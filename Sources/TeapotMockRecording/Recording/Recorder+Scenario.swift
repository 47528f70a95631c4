public import Foundation
import Teapot
public import TeapotMockFolders

extension Recorder {
    /// Returns the recording as a scenario, with a step for each response so far, in the order of the requests.
    ///
    /// Each step has a condition for its request, so other requests don't use it up. A recording to a HAR file has no
    /// steps.
    ///
    /// - Parameter name: The name of the scenario.
    /// - Returns: The scenario.
    public func scenario(named name: String) -> Scenario {
        queue.sync { publish() }
        return steps(named: name)
    }

    /// Writes the recording as a scenario, after writing all pending responses.
    ///
    /// ```swift
    /// try await recorder.writeScenario(to: scenarios.appendingPathComponent("checkout.json"))
    /// ```
    ///
    /// - Parameter file: The JSON file. Its folder is created if it doesn't exist.
    /// - Throws: A ``RecordingError`` if the file can't be written, or exists and must be kept.
    public func writeScenario(to file: URL) async throws(RecordingError) {
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(RecordingError) in try self.writeScenarioNow(to: file) })
            }
        }
        try result.get()
    }

    private func steps(named name: String) -> Scenario {
        let steps = state.withLock { $0.published.layout.steps }
        return Scenario(name, steps: steps.sorted { $0.number < $1.number }.map(\.step))
    }

    private func writeScenarioNow(to file: URL) throws(RecordingError) {
        do {
            publish()
            let steps = steps(named: "").steps.map { $0.document as any Sendable }
            let data = try JSON.dictionary(["steps": steps]).data([.sortedKeys, .prettyPrinted]) + [0x0A]
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let isThere = FileManager.default.fileExists(atPath: file.path)
            if isThere, existing == .kept, try Data(contentsOf: file) != data { throw RecordingError.kept(file) }
            try data.write(to: file, options: .atomic)
        } catch let problem as RecordingError {
            throw problem
        } catch {
            throw RecordingError.unwritten(file, error)
        }
    }
}

extension Scenario.Step {
    /// The step as written in a scenario's file.
    fileprivate var document: [String: any Sendable] {
        ["folder": folder, "request": request?.document ?? [:], "responseFileName": responseFileName]
    }
}
