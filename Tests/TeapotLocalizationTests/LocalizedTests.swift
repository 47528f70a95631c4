import Foundation
import TeapotLocalization
import TeapotTestTraits
import Testing

/// Tests of the selection among the three sources, none of which can crash the program.
@Suite(.inTurn) final class `A localized sentence` {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Returns a folder with one `.lproj` folder, opened as a bundle.
    func bundle(_ table: String, language: String = "en") throws -> Bundle {
        try bundle(Data(table.utf8), language: language)
    }

    func bundle(_ table: Data, language: String = "en") throws -> Bundle {
        let directory = folder.appendingPathComponent("\(language).lproj")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try table.write(to: directory.appendingPathComponent("Localizable.strings"))
        return try #require(Bundle(url: folder))
    }

    @Test(arguments: LocalizationKey.allCases)
    func `the code's English is used without a bundle and a table`(key: LocalizationKey) {
        let filled = key.english.replacingOccurrences(of: "%d", with: "418").replacingOccurrences(of: "%@", with: "get")
        switch key {
        case .invalidResponseStatus: #expect(localized(key, from: [], [418]) == filled)
        case .missingMockFile, .invalidMockFile: #expect(localized(key, from: [nil], ["get"]) == filled)
        default: #expect(localized(key, from: [nil, nil], []) == filled)
        }
    }

    @Test func `a custom bundle overrides key by key`() throws {
        let custom = try bundle(#""Teapot:MissingImage" = "Where is the picture?";"#)
        #expect(localized(.missingImage, in: custom) == "Where is the picture?")
        #expect(localized(.cancelled, in: custom) == localized(.cancelled, in: nil))
    }

    @Test func `a custom sentence has its placeholders filled`() throws {
        let custom = try bundle(
            """
            "Teapot:InvalidResponseStatus" = "Status %1$ld, 100 %%: %1$d!";
            "Teapot:MissingMockFile" = "%@ fehlt → ü";
            """
        )
        #expect(localized(.invalidResponseStatus, in: custom, 404) == "Status 404, 100 %: 404!")
        #expect(localized(.missingMockFile, in: custom, "größe %d %@.json") == "größe %d %@.json fehlt → ü")
    }

    @Test func `a custom sentence may omit the status code`() throws {
        let custom = try bundle(#""Teapot:InvalidResponseStatus" = "The server is 100 %% tea.";"#)
        #expect(localized(.invalidResponseStatus, in: custom, 418) == "The server is 100 % tea.")
    }

    @Test(arguments: [
        "%@", "%d %d", "%d %@", "%s", "%n", "%*d", "%hhd", "%f", "%", "Code: %d %", "%2$d", "%1$d %d", "%0$d", "%1$@",
        "%1$d %1$@", "%99999999d", "%.999d", "%999999999999999999999$d", "%l@", "%%%@", "% %d", "",
        "Teapot:InvalidResponseStatus", "%\u{301}d",
    ])
    func `a custom sentence with other placeholders is skipped`(sentence: String) throws {
        let custom = try bundle("\"Teapot:InvalidResponseStatus\" = \"\(sentence)\";")
        let english = "The server answered with status 404."
        #expect(localized(.invalidResponseStatus, from: [custom], [404]) == english)
    }

    @Test(arguments: ["%d", "%s", "%p", "%@ %@", "%2$@", "%", "%c"])
    func `a custom sentence can't treat a number as a string`(sentence: String) throws {
        let custom = try bundle("\"Teapot:MissingMockFile\" = \"\(sentence)\"; \"Teapot:Cancelled\" = \"\(sentence)\";")
        #expect(
            localized(.missingMockFile, from: [custom], ["get"])
                == "There is no mock file named get"
        )
        #expect(localized(.cancelled, from: [custom], []) == "The request was cancelled.")
    }

    @Test func `a sentence stays unfilled if the arguments don't fit its key`() {
        let unfilled = LocalizationKey.invalidResponseStatus.english
        #expect(localized(.invalidResponseStatus, in: nil) == unfilled)
        #expect(localized(.invalidResponseStatus, in: nil, "404") == unfilled)
        #expect(localized(.invalidResponseStatus, in: nil, 4.04) == unfilled)
        #expect(localized(.invalidResponseStatus, in: nil, 404, 405) == unfilled)
        #expect(localized(.missingMockFile, in: nil, 1) == LocalizationKey.missingMockFile.english)
    }

    @Test(arguments: [
        "", "\"Teapot:MissingImage\" = \"cut", "\"Teapot:MissingImage\" \"no sign\";",
        "{\"Teapot:MissingImage\": \"JSON\"}",
        "(a, list)", "\"Teapot:MissingImage\" = { a = \"dictionary\"; };", "\"Teapot:MissingImage\" = (a, \"list\");",
        "\"Teapot:MissingImage\" = <00ff>;", "bplist00", "<plist><dict>",
    ])
    func `a malformed table is skipped`(table: String) throws {
        let custom = try bundle(table)
        #expect(localized(.missingImage, from: [custom], []) == "The response isn't an image.")
        #expect(localized(.missingImage, from: [custom], []) == "The response isn't an image.")
    }

    @Test func `a table that isn't text, or is a folder, is skipped`() throws {
        let english = "The response isn't an image."
        let binary = try bundle(Data([0xFF, 0xFE, 0x00, 0xD8, 0x22]) + Data(repeating: 0xC3, count: 3000))
        #expect(localized(.missingImage, from: [binary], []) == english)
        let other = folder.appendingPathComponent("other")
        let strings = other.appendingPathComponent("en.lproj/Localizable.strings")
        try FileManager.default.createDirectory(at: strings, withIntermediateDirectories: true)
        #expect(localized(.missingImage, from: [Bundle(url: other)], []) == english)
    }

    @Test func `an entry that isn't a string doesn't affect the others`() throws {
        let custom = try bundle(
            """
            "Teapot:Cancelled" = "Stopped.";
            "Teapot:MissingImage" = { "a" = "b"; };
            """
        )
        #expect(localized(.cancelled, from: [custom], []) == "Stopped.")
        #expect(localized(.missingImage, from: [custom], []) == "The response isn't an image.")
    }

    @Test func `a bundle without a table, or a deleted one, is skipped`() throws {
        let empty = folder.appendingPathComponent("empty")
        try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
        let bundle = try #require(Bundle(url: empty))
        #expect(localized(.missingImage, from: [bundle], []) == "The response isn't an image.")
        try FileManager.default.removeItem(at: empty)
        #expect(localized(.missingImage, from: [bundle], []) == "The response isn't an image.")
    }

    @Test func `a single language's folder provides that language`() throws {
        let german = try #require(localizationBundle(forLanguage: "de"))
        #expect(localized(.missingImage, in: german) == "Das Bild fehlt.")
        #expect(
            localized(.invalidResponseStatus, in: german, 418)
                == "Der Server hat mit dem Status 418 geantwortet."
        )
        let arabic = try #require(localizationBundle(forLanguage: "ar"))
        #expect(localized(.missingMockFile, in: arabic, "get") == "من المتوقع وجود ملف محاكاة بالاسم: get")
    }

    @Test func `a language folder inside an app's own folder provides that language`() throws {
        _ = try bundle(#""Teapot:Cancelled" = "Arrêté.";"#, language: "fr")
        let french = try #require(Bundle(url: folder.appendingPathComponent("fr.lproj")))
        #expect(localized(.cancelled, from: [french], []) == "Arrêté.")
    }

    @Test func `a table in UTF-16 is read`() throws {
        let table = try #require(#""Teapot:Cancelled" = "Zrušeno.";"#.data(using: .utf16))
        #expect(localized(.cancelled, from: [try bundle(table)], []) == "Zrušeno.")
    }

    @Test func `concurrent lookups agree`() async throws {
        let custom = try bundle(#""Teapot:MissingImage" = "Where is the picture?";"#)
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { localized(.missingImage, in: custom) } }
            for await sentence in group { #expect(sentence == "Where is the picture?") }
        }
    }
}
