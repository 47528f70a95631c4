import Foundation
import Teapot
import TeapotTestSupport

/// The cost that Teapot adds to the build of an app: CPU time, and bytes of the program.
enum CompileBenchmark {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "app",
            dependencies: [.package(name: "teapot", path: "ROOT")],
            targets: [
                .executableTarget(name: "client", dependencies: [.product(name: "Teapot", package: "teapot")]),
                .executableTarget(
                    name: "both",
                    dependencies: [
                        .product(name: "Teapot", package: "teapot"), .product(name: "TeapotMock", package: "teapot"),
                    ]),
            ]
        )
        """

    private static let clientSource = """
        import Foundation
        import Teapot
        struct Tea: Decodable { let id: Int }
        func ask(_ teapot: any TeapotClient) async throws -> Tea { try await teapot.get("tea") }
        print(try await ask(Teapot(baseURL: URL(fileURLWithPath: "/"))).id)

        """

    private static let mockSource = """
        import TeapotMock
        let router = Router()
        router.get("/tea", with: ["id": 1])
        print(try await ask(MockTeapot(router: router)).id)

        """

    /// Prints the figures; each build is made once, from scratch, which takes minutes.
    static func run(isQuick: Bool) async throws {
        print("\nCompilation: one build each, without what the one before it built")
        let toolbox = try Toolbox()
        defer { toolbox.remove() }
        if isQuick { print("  (not in a quick run)") }
        if toolbox.swift == nil { print("  (no swift: nothing is compiled)") }
        let swift = isQuick ? nil : toolbox.swift
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
            .standardized
        for (name, text) in [
            ("Package.swift", manifest.replacingOccurrences(of: "ROOT", with: root.path)),
            ("Sources/client/main.swift", clientSource), ("Sources/both/main.swift", clientSource + mockSource),
        ] {
            let file = toolbox.folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let client = try await build("client", "release", swift, toolbox)
        let lines = ["Localization", "Sources/TeapotJSON", "Sources/Teapot"].reduce(0) {
            $0 + countLines(below: root.appendingPathComponent($1))
        }
        Bars.check(
            "release compile of Teapot: CPU ms for each of its \(lines) lines of code",
            client.map { $0.seconds * 1e3 / Double(lines) }, .atMost(3))
        let debug = try await build("both", "debug", swift, toolbox)
        let release = try await build("both", "release", swift, toolbox)
        // Alamofire and Mocker would have to be downloaded.
        for (name, build, bar) in [("debug", debug, 1.2), ("release", release, 1.0)] {
            if let build { print("  client and mock, \(name): \(Bars.text(build.seconds)) CPU s") }
            Bars.check("compile weight of client and mock, \(name): CPU to Alamofire + Mocker", nil, .atMost(bar))
        }
        Bars.check("a stripped program with the client: MB", client?.megabytes, .atMost(1.5))
        Bars.check("a stripped program with client and mock: MB", release?.megabytes, .atMost(1.5))
    }

    /// Builds a product, with the packages that it needs.
    ///
    /// - Returns: The CPU time of the compilers and the linker, and the size of the program without symbols, or `nil`
    ///   if there is no compiler or the build fails.
    private static func build(
        _ product: String, _ configuration: String, _ swift: String?, _ toolbox: Toolbox
    ) async throws -> (seconds: Double, megabytes: Double?)? {
        guard let swift else { return nil }
        let scratch = toolbox.folder.appendingPathComponent("\(product)-\(configuration)").path
        let before = ProcessUsage.childCPUSeconds
        let (output, status) = try await Program.run(
            swift,
            ["build", "--package-path", toolbox.folder.path, "--scratch-path", scratch]
                + ["-c", configuration, "--product", product])
        guard status == 0 else {
            print("  (\(product) can't be built: \(String(decoding: output, as: UTF8.self)))")
            return nil
        }
        let seconds = ProcessUsage.childCPUSeconds - before
        let program = "\(scratch)/\(configuration)/\(product)"
        guard let strip = toolbox.strip, try await Program.run(strip, [program]).status == 0 else {
            return (seconds, nil)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: program)
        return (seconds, (attributes[.size] as? NSNumber).map { $0.doubleValue / 1e6 })
    }

    /// Returns the number of lines of Swift that are neither empty nor only a comment.
    private static func countLines(below folder: URL) -> Int {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.reduce(0) { count, file in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return count
                + text.split(separator: "\n").count {
                    !$0.drop { $0 == " " }.hasPrefix("//") && !$0.allSatisfy { $0 == " " }
                }
        }
    }
}
