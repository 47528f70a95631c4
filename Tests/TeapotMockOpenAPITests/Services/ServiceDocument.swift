import Foundation
import TeapotMockDocuments
import TeapotTestResources
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

/// A document among the test resources, many of which are modeled on those of well-known services.
struct ServiceDocument: Sendable, CustomTestStringConvertible {
    let url: URL

    var testDescription: String { url.lastPathComponent }

    /// All documents.
    static let all: [ServiceDocument] = {
        let folder = Fixtures.openAPIDirectory.appendingPathComponent("Services")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let shop = Fixtures.driftDirectory.appendingPathComponent("Shop")
        let others = ["openapi-3.0.json", "openapi-3.1.json"].map { shop.appendingPathComponent($0) }
        let teas = Fixtures.openAPIDirectory.appendingPathComponent("teas.yaml")
        return (names.sorted().map { folder.appendingPathComponent($0) } + [teas] + others).map { Self(url: $0) }
    }()

    func read() throws(OpenAPIDocument.ReadingError) -> OpenAPIDocument { try OpenAPIDocument(contentsOf: url) }

    /// A JSON body of a response.
    struct Body {
        let schema: Schema
        /// The value, or the reason why there's none.
        let value: Result<JSONTree, Refusal>
        /// The place of the media type, and the source of the value.
        let origin: String
    }

    /// Returns each JSON body of each response of each operation: generated ones, and the examples.
    static func bodies(of document: OpenAPIDocument, seeds: Range<UInt64>) -> [Body] {
        document.operations.flatMap { operation in
            let details = document.details(of: operation)
            return details.answers.flatMap { answer in
                answer.content.filter(\.isJSON).flatMap { bodies(of: document, details, answer, $0, seeds: seeds) }
            }
        }
    }

    private static func bodies(
        of document: OpenAPIDocument, _ details: OpenAPIDocument.Details, _ answer: OpenAPIDocument.Answer,
        _ media: OpenAPIDocument.Media, seeds: Range<UInt64>
    ) -> [Body] {
        guard let schema = media.schema else { return [] }
        let examples = AnswerMaker(document: document, seed: 0).examples(of: media).map { value, source in
            Body(schema: schema, value: .success(value), origin: "\(media.place.pointer), \(source)")
        }
        var preference = Preference(status: Int(answer.status) ?? ["4": 400, "5": 500][answer.status.prefix(1)] ?? 599)
        preference.isDynamic = true
        return examples
            + seeds.map { seed in
                let value = Result { () throws(Refusal) in
                    let choice = try AnswerChoice(details, status: preference.status, accept: media.range)
                    let body = try AnswerMaker(document: document, seed: seed).body(of: choice, preference)
                    return body?.value ?? .null
                }
                return Body(schema: schema, value: value, origin: "\(media.place.pointer), seed \(seed)")
            }
    }
}
