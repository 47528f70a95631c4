import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A downloaded image` {
    /// Two by three pixels, complete, because more than its header is read if the platform has an image type.
    private static let gif =
        Data("GIF89a".utf8) + [2, 0, 3, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x2C, 0, 0, 0, 0, 2, 0, 3, 0, 0, 2, 4, 4, 8, 16, 40, 0, 0x3B]

    @Test func `an image is delivered with its response`() async throws {
        let client = ScriptedClient(.answer(.make(200, ["Content-Type": "image/gif"], Self.gif)))
        let statusCodes = Recorder<Int?>()
        client.downloadImage("a") { result in
            guard case .success(let image, let response) = result else { return statusCodes(nil) }
            statusCodes(shows(image, Self.gif, width: 2, height: 3) ? response.statusCode : nil)
        }
        #expect(statusCodes.values == [200])
        #expect(client.requests.first?.headers["Accept"] == "image/*, */*;q=0.5")
    }

    @Test func `an image can be awaited, whatever its media type`() async throws {
        let client = ScriptedClient(.answer(.make(200, ["Content-Type": "application/json"], Self.gif)))
        let image = try await client.downloadImage("a", headerFields: ["accept": "image/gif"])
        #expect(shows(image, Self.gif, width: 2, height: 3))
        #expect(client.requests.first?.headers.values(for: "Accept") == ["image/gif"])
    }

    @Test(arguments: ["", "GIF", "BMW is a maker of motor cars and of motorcycles in Munich", "<svg/>", #"{"a":1}"#])
    func `a body that isn't an image is a missing image`(text: String) async {
        let client = ScriptedClient(.answer(.make(200, [:], Data(text.utf8))))
        let error = await #expect(throws: TeapotError.self) { _ = try await client.downloadImage("a") }
        #expect(error?.type == .missingImage)
        #expect(error?.localizedDescription == "The response isn't an image.")
        #expect(error?.responseStatus == 200)
        #expect(error?.response?.body == Data(text.utf8))
    }

    @Test func `every failure is reported once, even without a response`() {
        let client = ScriptedClient(.answer(404), .failure(URLError(.timedOut)), .answer())
        let failures = Recorder<[String]>()
        for path in ["a", "a", "a", ".."] {
            client.downloadImage(path) { result in
                guard case .failure(let response, let error) = result else { return failures([]) }
                failures([error.type.rawValue, "\(response.statusCode)", response.url.absoluteString])
            }
        }
        #expect(
            failures.values == [
                ["invalidResponseStatus", "404", "http://h.test/a"], ["timeout", "0", "http://h.test/api/a"],
                ["missingImage", "200", "http://h.test/a"], ["invalidRequestPath", "0", "http://h.test/api"],
            ]
        )
    }
}
