// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "teapot",
    defaultLocalization: "en",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "Teapot", targets: ["Teapot"]),
        .library(name: "TeapotJSON", targets: ["TeapotJSON"]),
        .library(name: "TeapotSequences", targets: ["TeapotSequences"]),
        .library(name: "TeapotResponseCache", targets: ["TeapotResponseCache"]),
        .library(name: "TeapotMock", targets: ["TeapotMock"]),
        .library(name: "TeapotMockGraphQL", targets: ["TeapotMockGraphQL"]),
        .library(name: "TeapotMockWebSocket", targets: ["TeapotMockWebSocket"]),
        .library(name: "TeapotMockLive", targets: ["TeapotMockLive"]),
        .library(name: "TeapotMockTesting", targets: ["TeapotMockTesting"]),
        .library(name: "TeapotMockStore", targets: ["TeapotMockStore"]),
        .library(name: "TeapotMockFolders", targets: ["TeapotMockFolders"]),
        .library(name: "TeapotMockRecording", targets: ["TeapotMockRecording"]),
        .library(name: "TeapotMockWireMock", targets: ["TeapotMockWireMock"]),
        .library(name: "TeapotMockOpenAPI", targets: ["TeapotMockOpenAPI"]),
        .library(name: "TeapotMockDrift", targets: ["TeapotMockDrift"]),
        .library(name: "TeapotMockCorelibs", targets: ["TeapotMockCorelibs"]),
        .library(name: "TeapotMockServer", targets: ["TeapotMockServer"]),
        .library(name: "TeapotMockInspector", targets: ["TeapotMockInspector"]),
        .executable(name: "teapot", targets: ["TeapotCLI"]),
        .executable(name: "teapot-example", targets: ["TeapotExample"]),
        .executable(name: "teapot-benchmarks", targets: ["TeapotBenchmarks"]),
    ],
    targets: [
        .target(name: "TeapotLocalization", path: "Localization"),
        .target(name: "TeapotJSON"),
        // Re-exports TeapotJSON, so that `import Teapot` is enough.
        .target(name: "Teapot", dependencies: ["TeapotJSON", "TeapotLocalization"]),
        // Server-sent events and paged lists, as async sequences.
        .target(name: "TeapotSequences", dependencies: ["Teapot"]),
        // A cache of a client, by which the server omits what has not changed.
        .target(name: "TeapotResponseCache", dependencies: ["Teapot"]),
        .target(name: "TeapotMock", dependencies: ["Teapot"]),
        // JSON with kinds, places and pointers, for what reads documents; no user links it.
        .target(name: "TeapotMockDocuments", dependencies: ["Teapot", "TeapotMock"]),
        .target(name: "TeapotMockGraphQL", dependencies: ["Teapot", "TeapotMock"]),
        .target(name: "TeapotMockWebSocket", dependencies: ["Teapot", "TeapotMock"]),
        .target(name: "TeapotMockLive", dependencies: ["Teapot", "TeapotMock"]),
        // What recordings and transcripts share; TeapotMockRecording and TeapotMockTesting export it.
        .target(name: "TeapotMockRedaction", dependencies: ["Teapot", "TeapotMock", "TeapotMockDocuments"]),
        .target(
            name: "TeapotMockHAR",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockDocuments", "TeapotMockLive", "TeapotMockRedaction"]
        ),
        .target(name: "TeapotMockStore", dependencies: ["Teapot", "TeapotMock", "TeapotMockDocuments"]),
        .target(
            name: "TeapotMockFolders",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockDocuments", "TeapotMockLive", "TeapotMockWebSocket"]
        ),
        .target(
            name: "TeapotMockRecording",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockFolders", "TeapotMockHAR", "TeapotMockLive", "TeapotMockRedaction",
                "TeapotMockWebSocket",
            ]
        ),
        .target(
            name: "TeapotMockWireMock",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockDocuments", "TeapotMockFolders", "TeapotMockLive",
                "TeapotMockRecording",
            ]
        ),
        .target(name: "TeapotMockOpenAPI", dependencies: ["Teapot", "TeapotMock", "TeapotMockDocuments"]),
        .target(
            name: "TeapotMockDrift",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockDocuments", "TeapotMockFolders", "TeapotMockOpenAPI"]
        ),
        // Apart from TeapotMock, which apps link for their previews: an app can't link Testing or XCTest.
        .target(
            name: "TeapotMockTesting",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockGraphQL", "TeapotMockHAR", "TeapotMockRedaction",
                "TeapotMockWebSocket",
            ]
        ),
        // Writes private properties of Linux's Foundation, so nothing links it unasked.
        .target(name: "TeapotMockCorelibs", dependencies: ["Teapot", "TeapotMock"]),
        // Linux's epoll, which Swift's Glibc module leaves out: a header, and empty elsewhere.
        .systemLibrary(name: "TeapotEpoll", path: "Sources/TeapotEpoll"),
        .target(
            name: "TeapotMockServer",
            dependencies: ["Teapot", "TeapotEpoll", "TeapotMock", "TeapotMockWebSocket"]),
        .target(
            name: "TeapotMockInspector",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockFolders", "TeapotMockLive", "TeapotMockRecording",
                "TeapotMockServer",
            ]
        ),
        // What the command says about mocks and scenarios, and its sample.
        .target(name: "TeapotGuide"),
        // The command `teapot`; a folder `Sources/teapot` would be `Sources/Teapot` on a Mac's disk.
        .executableTarget(
            name: "TeapotCLI",
            dependencies: [
                "Teapot", "TeapotGuide", "TeapotMock", "TeapotMockDocuments", "TeapotMockDrift", "TeapotMockFolders",
                "TeapotMockInspector", "TeapotMockLive", "TeapotMockOpenAPI", "TeapotMockRecording", "TeapotMockServer",
                "TeapotMockStore", "TeapotMockWireMock",
            ]
        ),
        .executableTarget(name: "TeapotExample", dependencies: ["Teapot", "TeapotMock", "TeapotMockServer"]),
        .executableTarget(
            name: "TeapotBenchmarks",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockDrift", "TeapotMockFolders", "TeapotMockOpenAPI", "TeapotMockServer",
                "TeapotTestSupport",
            ]
        ),
        .target(
            name: "TeapotTestResources",
            path: "TestResources",
            exclude: ["Fuzz"],
            resources: [
                .copy("Clients"), .copy("Contract"), .copy("Drift"), .copy("Fixtures"), .copy("HAR"), .copy("LetSee"),
                .copy("OpenAPI"),
                .copy("Wire"), .copy("WireMock"),
            ]
        ),
        .target(
            name: "TeapotTestSupport", dependencies: ["Teapot", "TeapotMock", "TeapotMockServer"],
            path: "Tests/TeapotTestSupport"
        ),
        // Apart from TeapotTestSupport, which the benchmarks link: a program can't link Testing on every platform.
        .target(name: "TeapotTestTraits", path: "Tests/TeapotTestTraits"),
        .testTarget(name: "TeapotLocalizationTests", dependencies: ["TeapotLocalization"]),
        .testTarget(name: "TeapotJSONTests", dependencies: ["TeapotJSON", "TeapotTestSupport"]),
        .testTarget(
            name: "TeapotTests", dependencies: ["Teapot", "TeapotMock", "TeapotSequences", "TeapotTestSupport"]),
        .testTarget(
            name: "TeapotResponseCacheTests",
            dependencies: ["Teapot", "TeapotMock", "TeapotResponseCache", "TeapotTestSupport"]
        ),
        .testTarget(
            name: "TeapotMockTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockCorelibs", "TeapotMockLive", "TeapotMockServer", "TeapotMockStore",
                "TeapotMockWebSocket", "TeapotSequences", "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotMockTestingTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockFolders", "TeapotMockRecording", "TeapotMockServer",
                "TeapotMockStore", "TeapotMockTesting", "TeapotMockWebSocket", "TeapotSequences", "TeapotTestSupport",
            ],
            exclude: ["Documentation/Transcripts", "Transcripts/Transcripts"]
        ),
        .testTarget(
            name: "TeapotMockDocumentsTests", dependencies: ["Teapot", "TeapotMock", "TeapotMockDocuments"]
        ),
        .testTarget(
            name: "TeapotMockGraphQLTests",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockGraphQL", "TeapotTestSupport"]
        ),
        .testTarget(
            name: "TeapotMockLiveTests",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockLive", "TeapotMockServer", "TeapotTestSupport"]
        ),
        .testTarget(
            name: "TeapotMockWebSocketTests",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockWebSocket", "TeapotTestSupport"]
        ),
        .testTarget(
            name: "TeapotMockRedactionTests",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockRedaction", "TeapotTestSupport"]
        ),
        .testTarget(
            name: "TeapotMockHARTests",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockHAR", "TeapotTestResources", "TeapotTestSupport"]
        ),
        .testTarget(name: "TeapotMockCorelibsTests", dependencies: ["Teapot", "TeapotMock", "TeapotMockCorelibs"]),
        .testTarget(
            name: "TeapotMockStoreTests",
            dependencies: ["Teapot", "TeapotMock", "TeapotMockStore", "TeapotTestSupport"]
        ),
        .testTarget(
            name: "TeapotMockFoldersTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockFolders", "TeapotMockLive", "TeapotMockWebSocket", "TeapotSequences",
                "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotMockRecordingTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockFolders", "TeapotMockLive", "TeapotMockRecording", "TeapotSequences",
                "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotMockWireMockTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockDocuments", "TeapotMockFolders", "TeapotMockRecording",
                "TeapotMockWireMock", "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotMockOpenAPITests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockDocuments", "TeapotMockDrift", "TeapotMockOpenAPI",
                "TeapotMockTesting", "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotMockDriftTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockDocuments", "TeapotMockDrift", "TeapotMockFolders",
                "TeapotMockServer", "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotMockServerTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockFolders", "TeapotMockGraphQL", "TeapotMockLive",
                "TeapotMockRecording", "TeapotMockServer", "TeapotMockWebSocket", "TeapotSequences",
                "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotMockInspectorTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockFolders", "TeapotMockInspector", "TeapotMockOpenAPI",
                "TeapotMockRecording", "TeapotMockServer", "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotCLITests",
            dependencies: [
                "Teapot", "TeapotCLI", "TeapotGuide", "TeapotMock", "TeapotMockDocuments", "TeapotMockFolders",
                "TeapotMockRecording", "TeapotMockServer", "TeapotSequences", "TeapotTestSupport",
            ]
        ),
        .testTarget(
            name: "TeapotContractTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockFolders", "TeapotMockLive", "TeapotMockRecording",
                "TeapotMockServer", "TeapotMockStore", "TeapotMockTesting", "TeapotMockWebSocket",
                "TeapotResponseCache", "TeapotSequences", "TeapotTestResources", "TeapotTestSupport",
            ]
        ),
        // Compiles each sample of the README and the articles.
        .testTarget(
            name: "TeapotDocumentationTests",
            dependencies: [
                "Teapot", "TeapotMock", "TeapotMockDrift", "TeapotMockFolders", "TeapotMockGraphQL", "TeapotMockLive",
                "TeapotMockOpenAPI", "TeapotMockRecording", "TeapotMockServer", "TeapotMockStore", "TeapotMockTesting",
                "TeapotMockWebSocket", "TeapotMockWireMock", "TeapotSequences", "TeapotTestResources",
                "TeapotTestSupport",
            ]
        ),
    ]
)

// The fuzzing program, which `.ci/fuzz` alone builds: its `main` comes from the sanitizer.
if Context.environment["TEAPOT_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "TeapotFuzz", dependencies: ["Teapot", "TeapotMock", "TeapotMockServer", "TeapotMockWebSocket"],
            path: "Tests/TeapotFuzz"
        )
    )
}

// The server's loop for Apple's systems on a stand-in of their kqueue(2), which `.ci/run` alone builds and tests.
let usesKqueue = Context.environment["TEAPOT_KQUEUE"] != nil
if usesKqueue {
    package.targets.first { $0.name == "TeapotMockServer" }?.dependencies.append("TeapotKqueue")
    package.targets += [
        .target(name: "TeapotKqueue", path: "Tests/TeapotKqueue"),
        .testTarget(
            name: "TeapotKqueueTests", dependencies: ["TeapotKqueue", "TeapotMockServer", "TeapotTestSupport"]),
    ]
}

// The traits of suites, for each target of tests.
for target in package.targets where target.type == .test {
    target.dependencies.append("TeapotTestTraits")
}

// `.ci/run` compiles some tests again, with a sanitizer or for the loop above: the targets that are named, and those
// that they need.
let testsOfLoop = "TeapotKqueueTests TeapotMockServerTests TeapotMockInspectorTests TeapotContractTests"
if let names = Context.environment["TEAPOT_TESTS"] ?? (usesKqueue ? testsOfLoop : nil) {
    var needed: Set<String> = []
    func need(_ name: String) {
        guard let target = package.targets.first(where: { $0.name == name }) else {
            fatalError("TEAPOT_TESTS names a target that doesn't exist: \(name)")
        }
        guard needed.insert(name).inserted else { return }
        for case .byNameItem(let name, _) in target.dependencies { need(name) }
    }
    names.split(separator: " ").map(String.init).forEach(need)
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { ($0 as? Product.Executable)?.targets.allSatisfy(needed.contains) != true }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        // Callers write `any TeapotClient`; we hold ourselves to the same spelling.
        .enableUpcomingFeature("ExistentialAny"),
        // An import leaks into clients only where it says `public import`.
        .enableUpcomingFeature("InternalImportsByDefault"),
        // A member is visible only where its module is imported.
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if usesKqueue { target.swiftSettings?.append(.define("TEAPOT_KQUEUE")) }
}
