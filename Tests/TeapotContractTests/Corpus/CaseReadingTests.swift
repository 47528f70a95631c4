import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// Tests that an invalid case is an error, and not silently accepted.
@Suite(.inTurn) struct `A case file` {
    static let good = #"""
        {
          "title": "A title",
          "follows": "RFC 9110 §9",
          "mock": [
            { "route": "GET /users", "answers": [{ "text": "all" }] }
          ],
          "requests": [
            { "send": "GET /users", "response": { "status": 200, "text": "all" } }
          ]
        }
        """#

    @Test func `is read completely`() throws {
        let contractCase = try ContractCase(Data(Self.good.utf8), file: "good.json")
        #expect(contractCase.title == "A title")
        #expect(contractCase.routes.map(\.path) == ["/users"])
        #expect(contractCase.requests.map(\.expected?.status) == [200])
    }

    static let mistakes: [(String, String, String)] = [
        (#""title""#, #""tittle""#, #"bad.json:2: tittle is no key of a case; did you mean “title”?"#),
        (
            #""text": "all" }]"#, #""txet": "all" }]"#,
            "bad.json:5: mock[0].answers[0].txet is no key of a case; did you mean “text”?"
        ),
        (#""status": 200"#, #""stauts": 200"#, "bad.json:8: requests[0].response.stauts is no key of a case; did you"),
        (#""status": 200, "#, "", "bad.json:8: requests[0].response has no status"),
        (#""status": 200"#, #""status": "200""#, "bad.json:8: requests[0].response.status is no whole number from 200"),
        (#""A title","#, #""A title""#, #"bad.json:3: column 3: expected "," or "}" but found "\""#),
        (#""A title","#, "1,", "bad.json:2: title is no text"),
        (#""GET /users", "answers""#, #""GET", "answers""#, "bad.json:5: mock[0].route is no method and no path"),
        (
            #""answers": [{ "text": "all" }]"#, #""answers": []"#,
            "bad.json:5: mock[0].answers is no list with something"
        ),
        (#""answers": [{ "text": "all" }]"#, #""handler": "echo""#, "bad.json:5: mock[0].handler is no handler; there"),
        (#", "answers": [{ "text": "all" }]"#, "", "bad.json:5: mock[0] has either answers or a handler"),
        (#", "text": "all" } }"#, #", "text": "all", "json": 1 } }"#, "bad.json:8: requests[0].response has several"),
        (#""text": "all" }]"#, #""base64": "?" }]"#, "bad.json:5: mock[0].answers[0].base64 is no base64"),
        (
            #""text": "all" }]"#, #""json": 1 }]"#,
            "bad.json:5: mock[0].answers[0] needs an object or a list as its JSON"
        ),
        (#""response": {"#, #""unanswered": true, "response": {"#, "bad.json:8: requests[0] is either unanswered or"),
        (
            #""text": "all" }]"#, #""text": "all", "text": "" }]"#,
            "bad.json:5: mock[0].answers[0].text stands there twice"
        ),
        (#""route": "GET /users","#, #""times": 1, "#, "bad.json:5: mock[0] can't have times"),
        (#""route": "GET /users""#, #""resource": "/users""#, "bad.json:5: mock[0] is a resource, and can't have"),
        (
            #""answers": [{ "text": "all" }]"#, #""when": { "body": "" }, "handler": "throws""#,
            "bad.json:5: mock[0] needs"
        ),
    ]

    @Test(arguments: mistakes.indices)
    func `with a mistake is an error that names the file and line`(index: Int) throws {
        let (right, wrong, message) = Self.mistakes[index]
        let text = Self.good.replacingOccurrences(of: right, with: wrong)
        try #require(text != Self.good)
        let error = #expect(throws: CaseError.self) { try ContractCase(Data(text.utf8), file: "bad.json") }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    static let differences: [(String, CaseOutcome, Int)] = [
        ("as it should be", .response(status: 200, headers: ["X-A": "1"], body: Data("all".utf8)), 0),
        ("another status", .response(status: 201, headers: ["X-A": "1"], body: Data("all".utf8)), 1),
        ("another value", .response(status: 200, headers: ["X-A": "2"], body: Data("all".utf8)), 1),
        ("no such field", .response(status: 200, headers: [:], body: Data("all".utf8)), 1),
        (
            "a field too many",
            .response(status: 200, headers: ["X-A": "1", "X-B": ""], body: Data("all".utf8)), 1
        ),
        ("another body", .response(status: 200, headers: ["X-A": "1"], body: Data("al".utf8)), 1),
        ("nothing right", .response(status: 404, headers: [:], body: Data()), 3),
        ("no answer", .unanswered, 1),
        ("a failure", .failed("why"), 1),
    ]

    @Test(arguments: differences.indices)
    func `reports each difference from the expected outcome`(index: Int) throws {
        let (name, outcome, count) = Self.differences[index]
        let text = Self.good.replacingOccurrences(
            of: #""status": 200"#, with: #""status": 200, "headers": { "X-A": "1", "X-B": null }"#)
        let request = try #require(try ContractCase(Data(text.utf8), file: "good.json").requests.first)
        let differences = try request.differences(from: outcome)
        #expect(differences.count == count, "\(name): \(differences)")
    }

    @Test func `knows the place of each of its values`() {
        let lines = CaseLines("{\n \"a\": [1,\n {\"b\\\"}\": \"]\"}],\n\"c\"\n: 2\n}".utf8)
        #expect(lines.byPath == ["": 1, "a": 2, "a[0]": 2, "a[1]": 3, #"a[1].b\"}"#: 3, "c": 4])
        #expect(lines.duplicate == nil)
    }
}
