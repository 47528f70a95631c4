import Foundation
import Teapot
import TeapotTestResources

/// The case files of the contract.
enum Corpus {
    /// The sorted paths of the files below `TestResources/Contract`, such as `paths/a-variable.json`.
    static let files: [String] = {
        let found = FileManager.default.enumerator(atPath: Fixtures.contractDirectory.path)?.compactMap {
            $0 as? String
        }
        return (found ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }()

    /// Reads a case.
    ///
    /// - Parameter file: The path below `TestResources/Contract`.
    /// - Returns: The case.
    /// - Throws: ``CaseError``, or any error from reading the file.
    static func read(_ file: String) throws -> ContractCase {
        if let contractCase = known.withLock({ $0[file] }) { return contractCase }
        let contractCase = try ContractCase(
            Data(contentsOf: Fixtures.contractDirectory.appendingPathComponent(file)), file: file)
        known.withLock { $0[file] = contractCase }
        return contractCase
    }

    /// Returns the outcomes of a case on a transport.
    ///
    /// The case is sent once: one test compares the outcomes with the case, another with those of other transports.
    ///
    /// - Parameters:
    ///   - file: The path of the case below `TestResources/Contract`.
    ///   - transport: The transport.
    /// - Returns: The outcome of each request of the case.
    /// - Throws: Any error from reading the case or running it.
    static func outcomes(of file: String, by transport: Transport) async throws -> [CaseOutcome] {
        try await sent.withLock { sent in
            if let task = sent["\(transport) \(file)"] { return task }
            let task = Task { try await transport.run(try read(file)) }
            sent["\(transport) \(file)"] = task
            return task
        }
        .value
    }

    private static let sent = Locked<[String: Task<[CaseOutcome], any Error>]>([:])

    /// The cases that have been read already, because several tests need all of them.
    private static let known = Locked<[String: ContractCase]>([:])
}
