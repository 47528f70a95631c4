import TeapotMock
import TeapotMockServer
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `A command's arguments` {
    private static let command = Command(
        name: "brew", summary: "", purpose: "",
        parameters: [Command.Parameter(name: "TEA", help: "", isOptional: true, isRepeated: true)],
        options: [
            .value("cups", "c", "N", ""), .values("milk", "m", "KIND", ""), .flag("iced", "i", ""),
            .flag("verbose", "v", ""), .optionalValues("cors", "ORIGIN", ""),
        ], run: { _, _ in .success })

    private func parse(_ words: [String]) throws -> Arguments { try ArgumentParser.parse(words, for: Self.command) }

    @Test(arguments: [
        ["--cups", "2"], ["--cups=2"], ["-c", "2"], ["-c2"], ["-c=2"], ["-vc2"], ["assam", "-vic", "2"],
    ])
    func `a value can be given in each of these ways`(words: [String]) throws {
        #expect(try parse(words)["cups"] == "2")
    }

    @Test func `options may come anywhere, and the other arguments keep their order`() throws {
        let arguments = try parse(["assam", "-i", "sencha", "--milk", "oat", "-m", "soy", "yunnan"])
        #expect(arguments.words == ["assam", "sencha", "yunnan"])
        #expect(arguments.all("milk") == ["oat", "soy"])
        #expect(arguments.has("iced"))
        #expect(!arguments.has("verbose"))
    }

    @Test func `every word after two dashes is plain, and a single dash always is`() throws {
        #expect(try parse(["-", "--", "--iced", "-v"]).words == ["-", "--iced", "-v"])
    }

    @Test(arguments: ["-", "-5", "--5", "", "a=b"])
    func `a value may begin with a dash unless it is an option`(value: String) throws {
        #expect(try parse(["--cups", value])["cups"] == value)
    }

    @Test func `an empty value counts as a value`() throws {
        #expect(try parse(["--cups="])["cups"] == "")
    }

    @Test func `a flag may be repeated`() throws {
        #expect(try parse(["-vv", "--verbose"]).has("verbose"))
    }

    @Test func `an optional value needs an equals sign`() throws {
        let arguments = try parse(["--cors", "assam", "--cors=:3000", "--cors=https://tea.test"])
        #expect(arguments.all("cors") == ["", ":3000", "https://tea.test"])
        #expect(arguments.words == ["assam"])
        #expect(try arguments.cors("cors") == CORSPolicy(origins: ["http://localhost:3000", "https://tea.test"]))
        #expect(try parse(["--cors"]).cors("cors") == .permissive)
        let empty = #expect(throws: UsageError.self) { try parse(["--cors="]) }
        #expect(empty?.description.contains("has no value: write --cors=ORIGIN, or “--cors” alone.") == true)
        let apart = #expect(throws: UsageError.self) { try parse(["--cors", "http://localhost:3000"]) }
        #expect(apart?.description.contains("an equals sign: write --cors=http://localhost:3000.") == true)
        #expect(try parse(["--cors=null"]).cors("cors") == CORSPolicy(origins: ["null"]))
        #expect(try parse([]).cors("cors") == nil)
    }

    @Test(arguments: [
        "foo", "localhost", "a.test/x", "http://*.a.test", "https://tea.test/a", "ftp://a", "http://a:b@tea.test",
        "http://", "*", "http://*.tea.test",
    ])
    func `an invalid origin is refused`(text: String) {
        let error = #expect(throws: UsageError.self) { try parse(["--cors=" + text]).cors("cors") }
        #expect(error?.description.hasPrefix("“\(text)” is not an origin for “--cors”; use one such as") == true)
    }

    @Test(arguments: [("200ms", 0.2), ("0.2s", 0.2), ("0.2", 0.2), ("2s", 2), ("1.5ms", 0.0015)])
    func `a time is in seconds or milliseconds`(text: String, seconds: Double) throws {
        #expect(try parse(["--cups=" + text]).seconds("cups") == seconds)
    }

    @Test(arguments: ["1e3", "-1", "nan", "inf", "0x10", "", ".", "1000001", "1.2.3", "ms", "s", "5m", "1 s", "2sms"])
    func `an invalid time is refused`(text: String) throws {
        let arguments = try parse(["--cups=" + text])
        #expect(throws: UsageError.self) { try arguments.seconds("cups") }
    }
}
