import Foundation
import TeapotMock
import TeapotMockDrift
import TeapotMockWireMock
import TeapotMockRecording

/// A WireMock root folder that a command receives.
enum WireMockFolder {
    /// Registers its stubs or, with a recorder, records those that a folder of mocks can represent.
    ///
    /// - Throws: ``Failure`` if there's no such folder, or it has no `mappings`.
    static func read(
        _ path: String, into router: Router = Router(), _ recorder: Recorder? = nil
    ) throws(Failure) -> WireMockImport.Report {
        try check(path)
        let root = URL(fileURLWithPath: path, isDirectory: true)
        do throws(WireMockImport.Problem) {
            if let recorder { return try recorder.recordWireMock(from: root) }
            return try router.addWireMock(from: root)
        } catch { throw Failure("\(error)", .noInput) }
    }

    /// Returns the problems of a report, with the lines and columns of the values.
    static func findings(_ report: WireMockImport.Report, in root: String) -> [Finding] {
        Finding.all(report.problems, in: URL(fileURLWithPath: root, isDirectory: true))
    }

    /// Checks that a path is a WireMock root.
    ///
    /// - Throws: ``Failure`` if there's no such folder, or it has no `mappings`.
    static func check(_ path: String) throws(Failure) {
        try InputFile.checkFolder(path)
        // It may also contain a folder of mocks, such as the destination of the import.
        guard InputFile.isFolder(path + "/mappings") == true else {
            throw Failure("“\(path)” has no folder “mappings”; use the WireMock root, which contains it.", .noInput)
        }
    }
}

extension WireMockImport.Problem: ReportedProblem {
    var members: [String: String?] { ["reason": reason, "effect": effect.rawValue, "pointer": pointer] }
}
