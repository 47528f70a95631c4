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
        try ContractCase(Data(contentsOf: Fixtures.contractDirectory.appendingPathComponent(file)), file: file)
    }
}
