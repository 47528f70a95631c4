@testable import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A curl command` {
    private func curl(
        _ method: Teapot.Method = .get,
        _ url: String = "http://h.test/a",
        _ headers: Teapot.HeaderFields = [:],
        _ body: Teapot.Body = .none,
        secret: Set<String> = []
    ) -> String {
        var options = Teapot.Options()
        options.secrets = secret
        return Teapot.Request.make(method, url, headers, body: body).curl(options)
    }

    @Test func `a command shows the request and its URL`() {
        #expect(curl() == "curl 'http://h.test/a'")
        #expect(curl(.head) == "curl --head 'http://h.test/a'")
        #expect(
            curl(
                .post,
                "http://h.test/a?b=c&d",
                ["Content-Type": "text/plain", "X-A": ""],
                .data(Data("hello\n".utf8))
            )
                == "curl -X 'POST' -H 'Content-Type: text/plain' -H 'X-A;' --data-raw 'hello\n' 'http://h.test/a?b=c&d'"
        )
        #expect(curl(.delete) == "curl -X 'DELETE' 'http://h.test/a'")
    }

    @Test(arguments: [
        ("it's", #"it'\''s"#), ("'; rm -rf ~; '", #"'\''; rm -rf ~; '\''"#),
        ("$(id) `id` \\ \"x\" !", "$(id) `id` \\ \"x\" !"),
        ("'\u{301}; id; '\u{301}", "'\\''\u{301}; id; '\\''\u{301}"), ("", ""), ("@/etc/passwd", "@/etc/passwd"),
    ])
    func `nothing in a body escapes its quotes`(text: String, quoted: String) {
        #expect(
            curl(.put, "http://h.test/", [:], .data(Data(text.utf8)))
                == "curl -X 'PUT' --data-raw '\(quoted)' 'http://h.test/'"
        )
    }

    @Test func `the command runs in a shell as intended`() async throws {
        let text = "'\u{301}; echo out; ' $HOME `id` \\ \"é\"\n@x"
        let command = curl(.post, "http://h.test/?it's", ["X-A": "it's"], .data(Data(text.utf8)))
        let script = "curl() { printf '%s\\0' \"$@\"; }; " + command
        let words = try await Program.run("/bin/sh", ["-c", script]).output.split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(words == ["-X", "POST", "-H", "X-A: it's", "--data-raw", text, "http://h.test/?it's"])
    }

    @Test func `binary data is described`() {
        for bytes in [Data([0xFF, 0xFE]), Data([0x61, 0])] {
            #expect(
                curl(.post, "http://h.test/", [:], .data(bytes))
                    == "curl -X 'POST' 'http://h.test/'  # and 2 bytes of binary data"
            )
        }
    }

    @Test func `a file is named`() throws {
        let file = Teapot.BodyFile(URL(fileURLWithPath: "/tmp/it's"))
        #expect(
            curl(.put, "http://h.test/", [:], .file(file))
                == #"curl -X 'PUT' --data-binary '@/tmp/it'\''s' 'http://h.test/'"#
        )
    }

    @Test func `a multipart body with a file is written as its parts`() throws {
        let folder = try TemporaryFolder()
        let photo = try folder.file("it's; \"a\\b\".jpg", Data("x".utf8))
        let parts: [Teapot.Part] = [
            .field("title", "@it's; a"), .field("password", "hunter2"),
            .data("meta", Data(#"{"token":"0123456789abcdef"}"#.utf8), contentType: "application/json"),
            .data("blob", Data([0xFF, 0]), filename: "a.bin"), .file("photo", photo, filename: "a,b.jpg"),
            .file("raw", photo, contentType: "text/plain; charset=utf-8"),
        ]
        let client = ScriptedClient()
        let request = try client.makeRequest(.post, "a", parameters: .multipart(parts), headerFields: ["X-A": "b"])
        let path = photo.path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("'", with: "'\\''")
        let name = #""it'\''s; \"a\\b\".jpg""#
        #expect(
            request.curl()
                == "curl -X 'POST' -H 'X-A: b' -H 'Accept: application/json, */*;q=0.5'"
                + #" --form-string 'title=@it'\''s; a' --form-string 'password=…'"#
                + #" -F 'meta="{\"token\":\"…ef\"}";type=application/json'"#
                + " -F 'photo=@\"\(path)\";filename=\"a,b.jpg\";type=image/jpeg'"
                + " -F 'raw=@\"\(path)\";filename=\(name);type=text/plain; charset=utf-8'"
                + " 'http://h.test/api/a'  # and 2 bytes of binary data as \"blob\""
        )
        // In memory, the body is its own text.
        let small = try client.makeRequest(.post, "a", parameters: .multipart([.field("a", "b")], boundary: "B"))
        #expect(small.curl().contains("--data-raw '--B\r\n"))
    }

    @Test func `a GET with a body stays a GET`() {
        #expect(
            curl(.get, "http://h.test/", [:], .data(Data("x".utf8))) == "curl -X 'GET' --data-raw 'x' 'http://h.test/'"
        )
    }

    @Test func `secrets are shortened`() {
        let fields: Teapot.HeaderFields = [
            "Authorization": "Bearer abcdefghijkl", "cookie": "a=b", "X-Api-Key": "abcdefghijklmnop",
            "X-Other": "shown",
        ]
        #expect(
            curl(.get, "http://user:pass@h.test/", fields, secret: ["x-api-key"])
                == "curl -H 'Authorization: Bearer …kl' -H 'cookie: …' -H 'X-Api-Key: …op' -H 'X-Other: shown' "
                + "'http://…@h.test/'"
        )
    }
}
