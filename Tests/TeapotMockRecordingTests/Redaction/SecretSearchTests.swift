import Foundation
import Teapot
import Testing

@testable import TeapotMock
@testable import TeapotMockRecording

@Suite struct `A search for secrets` {
    private let secret = "AK" + "IAIOSFODNN7EXAMPLE"

    private func places(_ allowed: Set<String> = [], _ search: (inout SecretSearch) -> Void) -> [String] {
        var found = SecretSearch(Redaction(allowing: allowed))
        search(&found)
        return found.findings.map(\.place)
    }

    @Test func `says where they are`() throws {
        let request = Request(
            method: "POST", path: "/a/\(secret)", query: [.init(name: "q", value: secret)],
            headerFields: ["X-A": secret])
        let json = Data(#"{"a": [{"b/c": "\#(secret)"}, "x \#(secret)"]}"#.utf8)
        #expect(places { $0.searchTarget(of: request) } == ["path", "query item q"])
        #expect(places { $0.search(request.headerFields, of: "request") } == ["request header X-A"])
        #expect(
            places { $0.search(json, "application/json", of: "response") }
                == ["response body /a/0/b~1c", "response body /a/1"])
        #expect(places { $0.search(Data("\"\(secret)\"".utf8), nil, of: "response") } == ["response body"])
        #expect(places { $0.search(Data("<a>\(secret)</a>".utf8), "text/xml", of: "response") } == ["response body"])
        let form = "application/x-www-form-urlencoded"
        #expect(places { $0.search(Data("a=1&b=\(secret)".utf8), form, of: "request") } == ["request body field b"])
        #expect(places { $0.search(Data(#"{"\#(secret)": 1}"#.utf8), nil, of: "response") } == ["response body /*"])
    }

    @Test func `finds what a multipart form has under a name that is redacted elsewhere`() {
        let body = Data("--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nx\r\n--b--\r\n".utf8)
        let found = places { $0.search(body, "multipart/form-data; boundary=b", of: "request") }
        #expect(found == ["request body field password"])
    }

    @Test(arguments: [
        ("response body /a/0/k", true), ("Response Body /a/*/k", true), ("response body /*/*/*", true),
        ("response body /a/1/k", false), ("response body /a/0", false), ("request body /a/0/k", false),
        ("response body", false),
    ])
    func `leaves places alone that are allowed`(allowed: String, isAllowed: Bool) {
        let json = Data(#"{"a": [{"k": "\#(secret)"}]}"#.utf8)
        #expect(places([allowed]) { $0.search(json, nil, of: "response") }.isEmpty == isAllowed)
    }
}
