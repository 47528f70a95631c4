import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

// Serialized, because one of them changes the sentence that the others compare.
@Suite(.inTurn, .serialized) struct `Expected headers` {
    @Test func `each wrong header is named with its expected and actual value`() throws {
        let mock = MockTeapot.make()
        mock.setExpectedHeaders(["foo": "bar", "Baz": "foo2", "Accept": "text/plain", "here": "yes"])
        let error = try mock.got(headers: ["baz": "other", "Here": "yes"]).error
        #expect(error?.type == .incorrectHeaders)
        #expect(
            error?.description == """
                Expected headers are missing or incorrect: \
                Accept: expected “text/plain”, got “application/json, */*;q=0.5”; \
                Baz: expected “foo2”, got “other”; \
                foo: expected “bar”, but there is none.
                """
        )
    }

    @Test func `no response is delivered then`() throws {
        let mock = MockTeapot.make()
        mock.setExpectedHeaders(["foo": "bar"])
        let result = try mock.got()
        #expect(result.response.status == 0)
        #expect(result.response.headers.isEmpty)
        #expect(result.error?.responseStatus == nil)
        #expect(mock.requests.count == 1)
    }

    @Test func `credentials are shortened`() throws {
        var options = Teapot.Options()
        options.secrets = ["X-Api-Key"]
        let mock = MockTeapot.make(options: options)
        mock.setExpectedHeaders(["Authorization": "Bearer expected-secret-1", "X-Api-Key": "expected-secret-2"])
        let fields = ["Authorization": "Bearer another-secret-1", "x-api-key": "another-secret-3"]
        #expect(
            try mock.got(headers: fields).error?.description == """
                Expected headers are missing or incorrect: \
                Authorization: expected “Bearer …-1”, got another “Bearer …-1”; \
                X-Api-Key: expected “…-2”, got “…-3”.
                """
        )
    }

    @Test func `names are compared case-insensitively, values case-sensitively`() throws {
        let mock = MockTeapot.make()
        mock.setExpectedHeaders(["X-TOKEN": "Secret"])
        #expect(try mock.got(headers: ["x-token": "Secret"]).error == nil)
        #expect(try mock.got(headers: ["X-TOKEN": "secret"]).error?.type == .incorrectHeaders)
    }

    @Test func `requests are checked as they are sent`() throws {
        var options = Teapot.Options()
        options.headers = ["Client": "tests"]
        options.adapters = [Teapot.Adapter { $0.headers["Signature"] = "s" }]
        let mock = MockTeapot.make(options: options)
        mock.setExpectedHeaders(["Signature": "s", "Client": "tests"])
        #expect(try mock.got().error == nil)
    }

    @Test func `new ones replace the old ones, and clearing removes all`() throws {
        let mock = MockTeapot.make()
        mock.setExpectedHeaders(["a": "1"])
        mock.setExpectedHeaders(["b": "2"])
        #expect(try mock.got(headers: ["b": "2"]).error == nil)
        #expect(try mock.got(headers: ["a": "1"]).error != nil)
        mock.clearExpectedHeaders()
        #expect(try mock.got().error == nil)
    }

    // The seed's sample: Teapot.localizationBundle = Bundle.myAppBundle
    @Test func `their sentence comes from the app's own table if it has one`() throws {
        let sentence = "Check the headers!"
        let folder = try TemporaryFolder(["Localizable.strings": "\"Teapot:IncorrectHeaders\" = \"\(sentence)\";"])
        let previous = Teapot.localizationBundle
        defer { Teapot.localizationBundle = previous }
        let mock = MockTeapot.make()
        mock.setExpectedHeaders(["foo": "bar"])
        Teapot.localizationBundle = Bundle(url: folder.url)
        #expect(try mock.got().error?.description == "Check the headers! foo: expected “bar”, but there is none.")
    }

    @Test func `a mock with a router expects them for its routes`() async throws {
        let router = Router()
        router.get("/users", with: .json([]))
        router.get("/own", with: .json([])).expecting(headers: ["X-Own": "1"])
        let mock = MockTeapot(router: router)
        mock.setExpectedHeaders(["X-Key": "1"])
        let line = UInt(#line - 1)
        let error = await #expect(throws: TeapotError.self) { try await mock.get("users") }
        #expect(error?.type == .incorrectHeaders)
        #expect(router.violations.first { $0.kind == .refusedRequest }?.place?.line == line)
        #expect(try await mock.get("users", headerFields: ["X-Key": "1"]).statusCode == 200)
        #expect(try await mock.get("own", headerFields: ["X-Own": "1"]).statusCode == 200)
        mock.clearExpectedHeaders()
        #expect(try await mock.get("users").statusCode == 200)
    }
}
