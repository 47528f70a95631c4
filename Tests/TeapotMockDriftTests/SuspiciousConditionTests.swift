import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A condition that no request meets` {
    @Test func `is reported with its place in the index and what was meant`() throws {
        let folder = try TemporaryFolder([
            "teas/success_a.json": "{}", "teas/success_b.json": "{}", "teas/success_c.json": "{}",
            "teas/mocks.index.json": """
            {"success_a.json": {"method": "PSOT"}, "success_b.json": {"path": "/teas?page=2"},
             "success_c.json": {"host": "https://api.test", "method": "PURGE"}}
            """,
        ])
        #expect(
            MockFolder(folder.url).suspicions.map(\.description) == [
                "teas/mocks.index.json:1:31: “success_a.json”: “PSOT” is an unusual method; did you mean “POST”?",
                """
                teas/mocks.index.json:1:67: “success_b.json”: the path “/teas?page=2” never matches: put the query into \
                “query”
                """,
                """
                teas/mocks.index.json:2:29: “success_c.json”: the host “https://api.test” never matches: write “api.test”
                """,
            ])
    }

    @Test(arguments: [
        (
            #"{"path": "/b/[0-9]+"}"#,
            "the path “/b/[0-9]+” is matched literally: \(any)"
        ),
        (#"{"path": "/b/:id"}"#, "“:id” in the path “/b/:id” isn't a wildcard: \(any)"),
        (#"{"path": "/b/*"}"#, "“*” in the path “/b/*” isn't a wildcard: \(any)"),
        (#"{"exactPath": "/b/{id}"}"#, "“{id}” in the path “/b/{id}” isn't a wildcard: \(anyText)"),
        (
            #"{"exactPath": "https://a.test/b"}"#,
            "the path “https://a.test/b” never matches: put the host in “host”, and only the path here"
        ),
        (#"{"bodySHA1": "xyz"}"#, "“xyz” never matches: “bodySHA1” must have 40 hexadecimal digits"),
        (
            #"{"multipart": [{"name": "a", "sha1": "1"}]}"#,
            "“1” never matches: “sha1” must have 40 hexadecimal digits"
        ),
        (#"{"headers": {"Contnet-Type": "a"}}"#, "“Contnet-Type” is an unusual header; did you mean “Content-Type”?"),
        (#"{"headers": {"a b": "c"}}"#, "“a b” isn't a header name"),
        (#"{"query": {"page": ".*"}}"#, "“.*” is matched literally: for any text, write “REDACTED”"),
        (#"{"query": {"page": "/[0-9]+/"}}"#, "“/[0-9]+/” is matched literally: for any text, write “REDACTED”"),
        (
            #"{"headers": {"Authorization": "Bearer .*"}}"#,
            "“Bearer .*” is matched literally: \(anyHeader)"
        ),
        (#"{"headers": {"Accept": ".*json.*"}}"#, "“.*json.*” is matched literally: \(anyHeader)"),
        (#"{"headers": {"Authorization": "Bearer *"}}"#, "“Bearer *” is matched literally: \(anyHeader)"),
        (#"{"headers": {"Authorization": "REDACTED"}}"#, "“REDACTED” is matched literally: \(anyHeader)"),
        (#"{"host": "api.test/v1"}"#, "the host “api.test/v1” never matches: write “api.test”"),
        (#"{"host": "http://api.test:81/v1"}"#, "the host “http://api.test:81/v1” never matches: write “api.test:81”"),
        (#"{"method": "GET,POST"}"#, "“GET,POST” never matches: write one method, or none for any"),
        (
            #"{"jsonContains": {"$.name": "a"}}"#,
            #"“$.name” is the name of a member, not a path: write nested objects, as in {"a": {"b": 1}}"#
        ),
        (
            #"{"path": "/b", "exactPath": "/v1/c"}"#,
            "“/v1/c” doesn't end with the “path” “/b”, so nothing matches; remove one of them"
        ),
    ])
    func `can be in any part`(condition: String, reason: String) throws {
        let folder = try TemporaryFolder([
            "b/success_a.json": "{}", "b/mocks.index.json": "{\"success_a.json\": \(condition)}",
        ])
        #expect(MockFolder(folder.url).suspicions.map(\.reason) == ["“success_a.json”: \(reason)"])
        let scenario = #"{"steps": [{"folder": "/b", "responseFileName": "a", "request": \#(condition)}]}"#
        let scenarios = try TemporaryFolder(["s.json": scenario])
        let found = ScenarioFolder(scenarios.url, mocks: MockFolder(folder.url)).suspicions
        #expect(found.map(\.reason) == ["step 1: \(reason)"])
        #expect(found.first?.column ?? 0 > 60)
    }

    @Test(arguments: [
        #"{"path": "/b/{id}", "headers": {"X-Trace": "1", "content-type": "a", "Content-Typography": "b"}}"#,
        #"{"exactPath": "/b/REDACTED", "bodySHA1": "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "method": "purge"}"#,
        #"{"path": "/b/a+b(1)", "host": "api.test:8080", "exactPath": "/v1/b/a+b(1)"}"#,
        #"{"headers": {"Accept": "gzip, *", "If-Match": "*"}, "query": {"page": "REDACTED"}}"#,
        #"{"headers": {"Accept": "*/*", "If-None-Match": "*"}, "query": {"fields": "*", "file": "C:\\data", "q": "a.b"}}"#,
        #"{"query": {"query": "{ teas(ids: [1-2]) { id } }"}}"#,
    ])
    func `isn't one that a request can meet`(condition: String) throws {
        let folder = try TemporaryFolder([
            "b/success_a.json": "{}", "b/mocks.index.json": "{\"success_a.json\": \(condition)}",
        ])
        #expect(MockFolder(folder.url).suspicions.isEmpty)
    }

    @Test func `is reported even if another part of the entry is invalid`() throws {
        let folder = try TemporaryFolder([
            "b/success_a.json": "{}", "b/mocks.index.json": #"{"success_a.json": {"path": "/:id", "hots": "a"}}"#,
        ])
        let reason = "“success_a.json”: “:id” in the path “/:id” isn't a wildcard: \(any)"
        #expect(MockFolder(folder.url).suspicions.map(\.reason) == [reason])
    }

    @Test func `a header next to a mock is reported, too`() throws {
        let folder = try TemporaryFolder([
            "b/success_a.json": "{}", "b/success_a.headers.json": #"{"Cache-Contol": "no-store", "X-A": "b"}"#,
        ])
        #expect(
            MockFolder(folder.url).suspicions.map(\.description) == [
                "b/success_a.headers.json:1:18: “Cache-Contol” is an unusual header; did you mean “Cache-Control”?"
            ])
    }
}

private let any = "for any value of a segment, write “{id}”"
private let anyHeader = "for any value, leave the header out"
private let anyText = "for any value of a segment, write “REDACTED”"
