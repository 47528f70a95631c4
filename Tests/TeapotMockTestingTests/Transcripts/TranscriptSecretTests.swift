import Foundation
import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockTesting
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Secrets in a transcript` {
    @Test(arguments: SecretSample.removed + SecretSample.refused) func `are omitted, wherever they were sent`(
        sample: SecretSample
    ) {
        let (request, _) = sample.exchange(numbered: 1)
        let names = Set(request.headers.map(\.name)).union(["Content-Type"])
        let text = transcript(request, headers: names)
        #expect(!SecretSample.isIn(Data(text.utf8)), "\(text)")
    }

    private static let token =
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

    @Test func `are recognized by their form if their name is ordinary`() {
        let request = Request(
            method: "PUT", path: "/a/\(Self.token)", headers: ["Range": Self.token, "Accept": "text/html"],
            body: Data(#"{"a":"\#(Self.token)"}"#.utf8))
        #expect(
            transcript(request) == "PUT /a/REDACTED\nAccept: text/html\nRange: REDACTED\n\n{\n  \"a\": \"REDACTED\"\n}")
        let allowed = journal([request]).transcript(
            redaction: Redaction(keeping: ["request path", "request body /a", "request header range"]))
        #expect(allowed.components(separatedBy: Self.token).count == 4)
    }

    @Test func `are those that the redaction names`() {
        let request = Request(method: "GET", path: "/", query: [URLQueryItem(name: "iban", value: "DE12")])
        #expect(journal([request]).transcript(redaction: Redaction(adding: ["iban"])) == "GET /?iban=REDACTED")
    }
}
