import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock
@testable import TeapotMockRecording

@Suite(.inTurn) struct `A search for secrets` {
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

    @Test func `finds a column of a table with the name of a secret, unless it is empty`() {
        func found(_ text: String, _ type: String = "text/csv; charset=utf-8") -> [String] {
            places { $0.search(Data(text.utf8), type, of: "response") }
        }
        #expect(found("user,password\r\nada,x\r\n") == ["response body column password"])
        #expect(found("\"user\";\"api key\"\n\"ada\";\"x\"\n") == ["response body column api key"])
        #expect(found("a\tpin\n\n1\t2", "text/tab-separated-values") == ["response body column pin"])
        #expect(found("user,password\nada,\neve,\"\"\n") == [])
        #expect(found("user,name\nada,password\n") == [])
        let allowing = places(["response body column password"]) {
            $0.search(Data("user,password\nada,x".utf8), "text/csv", of: "response")
        }
        #expect(allowing == [])
    }

    @Test(.timeLimit(.minutes(1))) func `refuses parts within parts that are too deep to be searched`() {
        func body(_ depth: Int) -> (Data, String) {
            var (text, type) = ("{\"password\": \"x\"}", "application/json")
            for level in 0..<depth {
                text = "--b\(level)\r\nContent-Type: \(type)\r\n\r\n\(text)\r\n--b\(level)--"
                type = "multipart/mixed; boundary=b\(level)"
            }
            return (Data(text.utf8), type)
        }
        for (depth, isRefused) in [(12, false), (13, true), (3000, true)] {
            let (data, type) = body(depth)
            #expect(places { $0.search(data, type, of: "response") } == (isRefused ? ["response body"] : []))
            let redacted = Redaction().redacted(Response(headerFields: ["Content-Type": type], body: data)).body
            #expect((redacted == data) == isRefused)
        }
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
