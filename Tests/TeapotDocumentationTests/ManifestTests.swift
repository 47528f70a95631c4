import Foundation
import Teapot
import TeapotTestSupport
import Testing

#if os(macOS) || os(Linux)
    @Suite struct `The manifest in the README` {
        /// The path of the package manager; `nil` if it is not in the search path.
        static let swift = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: String($0)).appendingPathComponent("swift") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }

        @Test(.enabled(if: swift != nil, "swift is not on PATH, so no manifest can be read"))
        func `the package manager reads it, and its products exist`() async throws {
            let readme = try #require(Self.manifest(in: Repository.text(of: "README.md")))
            let asked = try await Self.dump(readme)
            let own = try await Self.dump(Repository.text(of: "Package.swift"))

            let offered = own["products"] as? [any Sendable] ?? []
            let names = offered.compactMap { ($0 as? [String: any Sendable])?["name"] as? String }
            let targets = (asked["targets"] as? [any Sendable] ?? []).compactMap { $0 as? [String: any Sendable] }
            let products = targets.flatMap { $0["dependencies"] as? [any Sendable] ?? [] }
                .compactMap { ($0 as? [String: any Sendable])?["product"] as? [any Sendable] }
            #expect(products.compactMap { $0.first as? String } == ["Teapot", "TeapotMock", "TeapotMockTesting"])
            #expect(products.allSatisfy { names.contains($0.first as? String ?? "") })
            #expect(products.allSatisfy { ($0.dropFirst().first as? String)?.lowercased() == own["name"] as? String })
        }

        /// Returns the first block that is a manifest, as written.
        private static func manifest(in text: String) -> String? {
            let start = text.range(of: "```swift\n// swift-tools-version")
            let rest = start.map { text[$0.lowerBound...].dropFirst("```swift\n".count) }
            return rest.flatMap { rest in rest.range(of: "\n```").map { String(rest[..<$0.lowerBound]) + "\n" } }
        }

        /// Returns the package manager's description of a manifest, which needs no network.
        private static func dump(_ manifest: String) async throws -> [String: any Sendable] {
            let folder = try TemporaryFolder(["Package.swift": manifest])
            let arguments = ["package", "--package-path", folder.url.path, "dump-package"]
            let (output, status) = try await Program.run(#require(swift).path, arguments)
            #expect(status == 0)
            return try JSON(parsing: output).dictionary ?? [:]
        }
    }
#endif
