import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `What breaks the shipped app in a folder of mocks` {
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

    @Test func `the mocks of a path are examined, and named`() throws {
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

    @Test func `a path without mocks is not clean`() throws {
        let folder = try makeFolder()
        let report = MockFolder(folder.url).fragility(of: [Product].self, for: "/tea")
        #expect(!report.isEmpty)
        #expect(report.problems == ["anything: there is no such mock"])
        let errors = MockFolder(folder.url).fragility(of: [Product].self, for: "/products", including: .errors)
        #expect(errors.problems.first?.contains("can't be decoded as Array<Product> even unchanged") == true)
        #expect(!errors.isEmpty)
    }

    @Test func `with a document only what it allows counts`() throws {
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
