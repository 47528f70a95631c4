import Foundation
import Teapot
import TeapotTestSupport

/// A measurement of the peak memory during a download of 200 MB to a file, in a separate process.
enum MemoryBenchmark {
    static let role = "download-200MB"

    /// Runs the child process, which downloads and prints its peak in bytes and the file's size.
    static func download() async throws {
        let (process, url) = try PayloadServer.start()
        defer { process.terminate() }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await Teapot(baseURL: url).download("200MB", to: file)
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        print("peak resident: \(ProcessUsage.peakResidentBytes / 1_000_000) MB, file: \(size / 1_000_000) MB")
        fflush(nil)
    }

    static func run() throws {
        let (process, line) = try ChildProcess.start(role)
        process.wait()
        print("\nDownload of 200 MB to a file\n  \(line)")
    }
}
