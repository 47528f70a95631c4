@testable import Teapot
import Foundation
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A curl command` {
    private func curl(
        _ method: Teapot.Method = .get,
        _ url: String = "http://h.test/a",
        _ headerFields: Teapot.HeaderFields = [:],
        _ body: Teapot.Body = .none,
        secret: Set<String> = []
    ) -> String {
        var options = Teapot.Options()
        options.secretHeaderFields = secret
        return Teapot.Request.make(method, url, headerFields, body: body).curl(options)
    }

    @Test func `a command says what is sent and where`() {
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
    func `nothing in a body gets out of its quotes`(text: String, quoted: String) {
        #expect(
            curl(.put, "http://h.test/", [:], .data(Data(text.utf8)))
                == "curl -X 'PUT' --data-raw '\(quoted)' 'http://h.test/'"
        )
    }

    @Test func `the command runs in a shell as it was meant`() async throws {
        let text = "'\u{301}; echo out; ' $HOME `id` \\ \"é\"\n@x"
        let command = curl(.post, "http://h.test/?it's", ["X-A": "it's"], .data(Data(text.utf8)))
        let script = "curl() { printf '%s\\0' \"$@\"; }; " + command
        let words = try await Program.run("/bin/sh", ["-c", script]).output.split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(words == ["-X", "POST", "-H", "X-A: it's", "--data-raw", text, "http://h.test/?it's"])
    }

    @Test func `bytes that are no text are described`() {
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
