import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A JSON API error` {
    private struct Meta: Serializable, Sendable { let retryAfter = 3 }

    @Test func `it has every member`() throws {
        let error = JSONAPIError(statusCode: 400, headerFields: ["Retry-After": "3"]) { error in
            error.id = "1"
            error.about = "/errors/1"
            error.type = .object(href: "/errors", hreflang: ["en", "de"])
            error.code = "E1"
            error.title = "Title"
            error.detail = "Detail"
            error.source = JSONAPIError.Source(parameter: "include")
            error.meta = Meta()
        }
        #expect(
            try text(document(error)) == """
                {"errors":[{"code":"E1","detail":"Detail","id":"1",\
                "links":{"about":"/errors/1","type":{"href":"/errors","hreflang":["en","de"]}},\
                "meta":{"retryAfter":3},"source":{"parameter":"include"},"status":"400","title":"Title"}]}
                """
        )
        let response = try Response(answering: error)
        #expect(response.status == 400)
        #expect(response.headers == ["Retry-After": "3", "Content-Type": "application/vnd.api+json"])
        #expect(try text(document(SnakecaseTransformer(error))).contains(#""meta":{"retry_after":3}"#))
        #expect(try Response(answering: SnakecaseTransformer(error)).status == 400)
    }

    @Test func `it may have only a status`() throws {
        #expect(try text(document(JSONAPIError(statusCode: 404))) == #"{"errors":[{"status":"404"}]}"#)
    }

    @Test(arguments: [([404, 404], 404), ([404, 409], 400), ([503, 500], 500), ([404, 503], 500), ([], 500)])
    func `several errors have a status that fits all of them`(codes: [Int], status: Int) throws {
        let errors = JSONAPIErrors(codes.map { JSONAPIError(statusCode: $0) })
        #expect(errors.statusCode == status)
        #expect(try Response(answering: errors).status.rawValue == status)
        _ = try document(errors)
    }

    @Test func `several errors combine their headers`() {
        let errors = [
            JSONAPIError(statusCode: 400, headerFields: ["A": "1"]),
            JSONAPIError(statusCode: 400, headerFields: ["A": "2", "B": "3"]), JSONAPIError(statusCode: 400),
        ]
        #expect(JSONAPIErrors(errors).headerFields == ["A": "1", "B": "3"])
        #expect(JSONAPIErrors(errors, statusCode: 409, headerFields: [:]).headerFields == [:])
        #expect(JSONAPIErrors(errors, statusCode: 409).statusCode == 409)
    }

    @Test func `it can be thrown`() {
        func fail() throws { throw JSONAPIError(statusCode: 409) }
        #expect { try fail() } throws: { ($0 as? JSONAPIError)?.statusCode == 409 }
    }
}
