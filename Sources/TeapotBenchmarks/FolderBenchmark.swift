import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// A benchmark of folders with 10,000 mocks: loading a folder, and responding from it.
enum FolderBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        for directories in isQuick ? [100] : [100, 1_000] {
            try await run(measurement, of: 10_000, in: directories)
        }
    }

    private static func run(_ measurement: Measurement, of count: Int, in directories: Int) async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for directory in 0..<directories {
            let place = root.appendingPathComponent("api/resource\(directory)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for file in 0..<(count / directories) {
                try Payloads.small.write(to: place.appendingPathComponent("success_200_mock\(file).json"))
            }
        }
        let loading = [
            Contender("MockFolder") { for _ in 0..<$0 { _ = MockFolder(root).mocks.count } },
            Contender("FileManager.enumerator") { count in
                for _ in 0..<count {
                    let enumerator = FileManager.default.enumerator(
                        at: root, includingPropertiesForKeys: [.isDirectoryKey])
                    while enumerator?.nextObject() != nil {}
                }
            },
        ]
        let loads = try await measurement.run(loading, count: 1)
        Table.print("Loading \(count) mocks in \(directories) directories", loading, loads, peer: 1)

        let switchboard = Switchboard(MockFolder(root))
        switchboard.undecided = .firstMock
        let router = Router(journalCapacity: 1)
        router.switchboard = switchboard
        let mock = MockTeapot(router: router)
        let file = root.appendingPathComponent("api/resource7/success_200_mock0.json").path
        let answering = [
            Contender("a MockTeapot call") { for _ in 0..<$0 { mock.get("api/resource7") { _ in } } },
            Contender("reading the file alone") { for _ in 0..<$0 { _ = FileManager.default.contents(atPath: file) } },
        ]
        let answers = try await measurement.run(answering, count: 20)
        Table.print("An answer from \(count) mocks in \(directories) directories", answering, answers, peer: 1)
    }
}
