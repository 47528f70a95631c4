import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples of the article WhatBreaksTheShippedApp and of comments.
@Suite(.inTurn) struct `The samples about what breaks the shipped app` {
    private let folder: MockFolder
    private let files: TemporaryFolder

    init() throws {
        files = try TemporaryFolder([
            "mocks/products/success_list.json": #"[{"id": 7, "name": "Tea", "kind": "black"}]"#,
            "mocks/orders/success_list.json": #"[{"id": 1, "since": "2026-03-01T09:30:00Z"}]"#,
            "shop.json": #"""
            {"openapi": "3.1.0", "paths": {"/products": {"get": {"responses": {"200": {"content": {
              "application/json": {"schema": {"type": "array", "items": {
                "type": "object", "required": ["id", "name", "kind"], "properties": {
                  "id": {"type": "integer", "minimum": 1, "maximum": 999}, "name": {"type": "string"},
                  "kind": {"enum": ["black", "green"]}}}}}}}}}}}}
            """#,
        ])
        folder = MockFolder(files.url.appendingPathComponent("mocks"))
    }

    @Test func `the sample of a path, which the type fails`() {
        withKnownIssue {
            let report = folder.fragility(of: [Product].self, for: "/products")
            #expect(report.isEmpty, "\(report)")
        }
        let text = "\(folder.fragility(of: [Product].self, for: "/products"))"
        let lines = Repository.text(of: "Sources/TeapotMockDrift/TeapotMockDrift.docc/WhatBreaksTheShippedApp.md")
            .split(separator: "\n").map(String.init).drop { $0 != "loses everything:" }.prefix { $0 != "```" }
        #expect(lines.count == 10)
        for line in lines { #expect(text.contains(line + "\n"), "\(text)") }
    }

    @Test func `the sample with a document`() throws {
        let document = try OpenAPIDocument(contentsOf: files.url.appendingPathComponent("shop.json"))
        let report = folder.fragility(of: [Product].self, for: "/products", allowedBy: document)
        #expect(report.isEmpty, "\(report)")
    }

    @Test func `the sample with a baseline`() throws {
        let url = files.url.appendingPathComponent("fragility.txt")
        do {
            let report = folder.fragility(of: [Product].self, for: "/products")
            try report.baseline.write(to: url, atomically: true, encoding: .utf8)
        }
        let report = try folder.fragility(of: [Product].self, for: "/products").beyond(baseline: url)
        #expect(report.isEmpty, "\(report)")
    }

    @Test func `the sample with a decoder`() {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let report = folder.fragility(of: [Order].self, for: "/orders", decoder: decoder)
        #expect(report.problems == [])
        #expect(report.changeCount > 0)
    }

    @Test func `the sample of a fixture`() {
        let report = Response.json(["id": 7, "name": "Tea", "kind": "black"]).fragility(of: Product.self)
        #expect(!report.isEmpty)
    }
}

private struct Product: Decodable {
    enum Kind: String, Decodable { case black, green }
    let id: Int
    let name: String
    let kind: Kind
}

private struct Order: Decodable {
    let id: Int
    let since: Date
}
