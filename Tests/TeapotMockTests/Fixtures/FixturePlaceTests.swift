import Foundation
import Teapot
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock

/// A class for `Bundle(for:)`.
private final class MockTests {}

@Suite(.inTurn) struct `A fixture's location` {
    private func paths(_ place: FixturePlace, below folder: TemporaryFolder) -> [String] {
        let root = folder.url.resolvingSymlinksInPath().path
        return place.folders.map { String($0.resolvingSymlinksInPath().path.dropFirst(root.count)) }
    }

    private let tree = [
        "get.json": "", "build/x": "", "B.resources/x": "", "A.resources/Fixtures/x": "", "A.resources/de.lproj/x": "",
        "A.resources/Fixtures/deep/x": "", "C.bundle/x": "",
    ]

    @Test func `a directory is a single location`() throws {
        let folder = try TemporaryFolder(tree)
        #expect(paths(.directory(folder.url), below: folder) == [""])
    }

    @Test func `a program's directory includes the resource bundles in it, in order`() throws {
        let folder = try TemporaryFolder(tree)
        #expect(
            paths(.bundle(folder.url, resources: folder.url), below: folder) == [
                "", "/A.resources", "/A.resources/Fixtures", "/B.resources", "/C.bundle",
            ]
        )
    }

    @Test func `a resource bundle includes its folders`() throws {
        let folder = try TemporaryFolder(tree)
        let bundle = folder.url.appendingPathComponent("A.resources")
        #expect(
            paths(.bundle(bundle, resources: bundle), below: folder) == ["/A.resources", "/A.resources/Fixtures"]
        )
    }

    @Test func `a test bundle includes the resource bundles next to it`() throws {
        let folder = try TemporaryFolder(tree.merging(["T.xctest/Contents/Resources/Mine/x": ""]) { $1 })
        let bundle = folder.url.appendingPathComponent("T.xctest")
        let resources = bundle.appendingPathComponent("Contents/Resources")
        #expect(
            paths(.bundle(bundle, resources: resources), below: folder) == [
                "/T.xctest/Contents/Resources", "/T.xctest/Contents/Resources/Mine", "/A.resources",
                "/A.resources/Fixtures", "/B.resources", "/C.bundle",
            ]
        )
    }

    @Test func `a link from one folder of a bundle to another is followed`() throws {
        let folder = try TemporaryFolder(["Shared/a.json": "[1]", "Fixtures/x": ""])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Fixtures/b.json").path, withDestinationPath: "../Shared/a.json")
        let library = FixtureLibrary(.bundle(folder.url.appendingPathExtension("bundle"), resources: folder.url))
        #expect(try library.fixture(named: "b").data == Data("[1]".utf8))
    }

    @Test func `a test bundle doesn't need resources of its own`() throws {
        let folder = try TemporaryFolder(["A.resources/a.json": "[1]", "T.xctest/x": ""])
        let bundle = folder.path("T.xctest")
        let library = FixtureLibrary(.bundle(bundle, resources: bundle.appendingPathComponent("Contents/Resources")))
        #expect(try library.fixture(named: "a").data == Data("[1]".utf8))
    }

    @Test func `a class's bundle and the package's own contain the tests' fixtures`() throws {
        for bundle in [Bundle(for: MockTests.self), Fixtures.bundle] {
            let mock = MockTeapot(bundle: bundle, mockFilename: "users")
            #expect(try mock.got().json?.array?.count == 2)
        }
        #expect(FileManager.default.fileExists(atPath: Fixtures.directory.appendingPathComponent("get.json").path))
    }

    @Test func `a missing folder doesn't crash`() throws {
        let mock = MockTeapot(directory: URL(fileURLWithPath: "/nowhere/at/all"), mockFilename: "get")
        #expect(
            try mock.got().error?.description == """
                There is no mock file named get.json – it isn't in “/nowhere/at/all”. \
                There is no such folder.
                """
        )
    }

    @Test func `a long list of locations is shortened`() throws {
        let files = (0..<6).map { ("B\($0).bundle/x", "") }
        let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: files))
        let error = TeapotError.missingMockFile(
            "get.json",
            in: FixturePlace.bundle(folder.url, resources: folder.url).folders
        )
        #expect(error.description.contains("B2.bundle”, and 3 more folders. There is no .json file."))
    }
}
