import Foundation
import TeapotMock
import TeapotMockDrift
import TeapotMockWireMock
import TeapotMockRecording

/// A WireMock root folder that a command receives.
enum WireMockFolder {
    /// Registers its stubs.
    ///
    /// - Throws: ``Failure`` if there's no such folder, or it has no `mappings`.
    static func read(_ path: String, into router: Router) throws(Failure) -> WireMockImport.Report {
        try report(of: path) { root throws(WireMockImport.Problem) in try router.addWireMock(from: root) }
    }

    /// Reports its stubs and, with a recorder, also records the stubs that a folder of mocks can represent.
    ///
    /// - Throws: ``Failure`` if there's no such folder, or it has no `mappings`.
    static func report(of path: String, _ recorder: Recorder?) throws(Failure) -> WireMockImport.Report {
        guard let recorder else { return try read(path, into: Router()) }
        return try report(of: path) { root throws(WireMockImport.Problem) in try recorder.recordWireMock(from: root) }
    }

    private static func report(
        of path: String, _ read: (URL) throws(WireMockImport.Problem) -> WireMockImport.Report
    ) throws(Failure) -> WireMockImport.Report {
        try check(path)
        do throws(WireMockImport.Problem) {
            return try read(URL(fileURLWithPath: path, isDirectory: true))
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
