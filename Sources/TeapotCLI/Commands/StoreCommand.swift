import Foundation
import TeapotMock
import TeapotMockLive
import TeapotMockStore

/// `teapot serve data.json`: a server for the resources of a JSON file.
struct StoreCommand {
    private let file: String
    private let arguments: Arguments
    private let console: Console

    init(_ file: String, _ arguments: Arguments, _ console: Console) throws {
        (self.file, self.arguments, self.console) = (file, arguments, console)
        try arguments.refuse(ServeCommand.folderOptions, "requires a folder of mocks, not a file")
        try InputFile.check(file)
    }

    /// Serves the resources until the program receives a signal to stop.
    func run(_ live: LiveServer?, _ pace: ServicePace) async throws -> ExitStatus {
        let router = Router()
        pace.apply(to: router)
        router.passthrough = live?.passthrough()
        let paths: [String]
        do throws(StoreError) { paths = try router.resources(contentsOf: URL(fileURLWithPath: file)) } catch {
            throw Failure("\(error)", .badData)
        }
        router.remedy = Remedy.store(file, paths, isLive: live != nil)
        let service = try Service(router, arguments, console, live)
        return try await service.run { url in
            var lines = ["Serving \(String(counting: paths.count, "resource")) from \(file) at \(url)"]
            lines.append("  resources: " + paths.joined(separator: ", "))
            lines.append("  changes stay in memory; restart to read the file again")
            if let live { lines.append("  live: \(live.url)") }
            lines += pace.greeting
            if let first = paths.first { lines.append("  try: teapot get \(url)\(first)") }
            return lines
        }
    }
}
