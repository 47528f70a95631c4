import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestResources

/// A small shop: its mocks, some with deliberate drifts, and its documents.
enum Shop {
    static let directory = Fixtures.driftDirectory.appendingPathComponent("Shop")
    static var mocks: MockFolder { MockFolder(directory.appendingPathComponent("Mocks")) }

    /// Returns the document in one of the versions of OpenAPI.
    static func document(_ version: String) throws -> OpenAPIDocument {
        try OpenAPIDocument(contentsOf: directory.appendingPathComponent("openapi-\(version).json"))
    }
}

struct Product: Decodable {
    var id: Int
    var name: String
    var price: Double
    var tags: [String]?
}

extension DriftReport {
    /// The lines of the report.
    var lines: [String] { description.split(separator: "\n").map(String.init) }
}
