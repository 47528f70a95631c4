import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The fragility of a folder of mocks` {
    private struct Product: Decodable {
        enum Kind: String, Decodable { case black, herbal }
        let id: Int
        let kind: Kind
    }

    private func makeFolder() throws -> TemporaryFolder {
        try TemporaryFolder([
            "products/success_all.json": #"[{"id": 1, "kind": "black", "note": "x"}]"#,
            "products/success_none.json": "[]",
            "products/error_404.json": #"{"error": "none"}"#,
            "products/success_text.txt": "tea",
            "users/success_ada.json": #"{"name": "Ada"}"#,
        ])
    }

    @Test func `the mocks for a path are examined and named`() throws {
        let folder = try makeFolder()
        let report = MockFolder(folder.url).fragility(of: [Product].self, for: "/products")
        #expect(!report.isEmpty)
        #expect(Set(report.findings.map(\.file)) == ["products/success_all.json", "products/success_none.json"])
        let unknown = report.findings.first { $0.change == .unknownText }
        #expect(unknown?.pointer == "/*/kind")
        #expect(unknown?.file == "products/success_all.json")
        #expect(report.unread == ["/*/note"])
        #expect(report.notes == ["products/success_text.txt, because it is text/plain"])
        #expect("\(report)".contains("  products/success_all.json /*/kind – missing, null, an unknown string"))
        #expect(report.baseline.contains("products/success_all.json /*/kind: null loses everything\n"))
    }

    @Test func `a path without mocks isn't clean`() throws {
        let folder = try makeFolder()
        let report = MockFolder(folder.url).fragility(of: [Product].self, for: "/tea")
        #expect(!report.isEmpty)
        #expect(
            report.problems == [
                "anything, because the folder “\(folder.url.path)” has no mocks that succeed for “/tea”, but for "
                    + "“/products”, “/users”"
            ])
        let errors = MockFolder(folder.url).fragility(of: [Product].self, for: "/products", including: .errors)
        #expect(errors.problems.first?.contains("can't be decoded as Array<Product> even unchanged") == true)
        #expect(!errors.isEmpty)
    }

    @Test(
        arguments: [
            ("/prodcts", .successes, "has no mocks that succeed for “/prodcts”; did you mean “/products”?"),
            ("GET /User", .successes, "has no mocks that succeed for “GET /User”; did you mean “/users”?"),
            ("/users", .errors, "has no mocks that fail for “/users”, only others"),
            ("POST /orders", .all, "has no mocks for “POST /orders”, only for other methods"),
            (
                "/teapots", .all,
                "has no mocks for “/teapots”, but for “/a”, “/b”, “/c”, “/d”, “/orders” and 2 more"
            ),
        ] as [(String, MockFolder.Selection, String)])
    func `a path without mocks is reported with the paths that have mocks`(
        path: String, selection: MockFolder.Selection, words: String
    ) throws {
        var files = Dictionary(uniqueKeysWithValues: "abcd".map { ("\($0)/success_x.json", "[]") })
        files["products/success_all.json"] = "[]"
        files["users/success_all.json"] = "[]"
        files["orders/success_GET_all.json"] = "[]"
        let folder = try TemporaryFolder(files)
        let report = MockFolder(folder.url).fragility(of: [Product].self, for: path, including: selection)
        #expect(report.problems == ["anything, because the folder “\(folder.url.path)” \(words)"])
    }

    @Test func `a missing folder, or one without mocks, is reported`() throws {
        let folder = try TemporaryFolder(["file.txt": ""])
        let none = folder.url.appendingPathComponent("Moks")
        let file = folder.url.appendingPathComponent("file.txt")
        for url in [none, file] {
            let report = MockFolder(url).fragility(of: [Product].self, for: "/products")
            #expect(report.problems == ["anything, because the folder “\(url.path)” does not exist"])
        }
        let empty = try TemporaryFolder([:])
        let start = "anything, because the folder “\(empty.url.path)” has no mocks that succeed"
        #expect(MockFolder(empty.url).fragility(of: [Product].self).problems == [start])
        #expect(
            MockFolder(empty.url).fragility(of: [Product].self, for: "/a").problems
                == ["\(start) for “/a”, nor for any other path"])
    }

    @Test func `the file is named once if only one is examined`() throws {
        let folder = try TemporaryFolder([
            "a/success_a.json": #"[{"id": 1, "kind": "black"}]"#, "a/success_text.txt": "tea", "b/success_b.json": "[]",
        ])
        let one = MockFolder(folder.url).fragility(of: [Product].self, for: "/a")
        #expect("\(one)".contains("\n  /*/kind – missing"))
        #expect("\(one)".contains("\(one.changeCount) changes of a/success_a.json tried:"))
        #expect(one.baseline.contains("a/success_a.json /*/kind: null loses everything\n"))
        let two = MockFolder(folder.url).fragility(of: [Product].self)
        #expect("\(two)".contains("\n  a/success_a.json /*/kind – missing"))
        #expect("\(two)".contains("\(two.changeCount) changes tried:"))
    }

    @Test func `with a document, only changes that it allows count`() throws {
        let folder = try makeFolder()
        let document = try OpenAPIDocument(
            data: Data(
                """
                {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/products": {"get": {
                    "responses": {"200": {"description": "d", "content": {"application/json": {"schema": {
                        "type": "array", "items": {"type": "object", "required": ["id", "kind"], "properties": {
                            "id": {"type": "integer", "minimum": 1, "maximum": 1000},
                            "kind": {"enum": ["black", "herbal", null]}
                        }}
                    }}}}}
                }}}}
                """.utf8))
        let report = MockFolder(folder.url).fragility(of: [Product].self, for: "/products", allowedBy: document)
        let found = report.findings.filter { $0.file == "products/success_all.json" }
        #expect(found.map { "\($0.pointer) \($0.change.rawValue)" } == ["/*/kind null"], "\(report)")
    }
}
