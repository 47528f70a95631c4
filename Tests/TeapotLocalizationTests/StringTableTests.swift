import Foundation
import TeapotLocalization
import TeapotTestTraits
import Testing

/// Tests of the tables in the repository, independent of the build.
@Suite(.inTurn) struct `The tables of sentences` {
    static let languages = ["ar", "de", "en", "es", "fr", "it", "ja", "nl", "pt-BR", "zh-Hans"]

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Localization")

    static func file(_ language: String) -> URL {
        folder.appendingPathComponent("\(language).lproj/Localizable.strings")
    }

    static func table(_ language: String) throws -> [String: String] {
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file(language)), format: nil)
        return try #require(list as? [String: String])
    }

    @Test func `the tests cover the languages in the folder`() throws {
        let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
        #expect(found.sorted() == Self.languages)
    }

    @Test(arguments: languages) func `every table has exactly the expected keys`(language: String) throws {
        #expect(Set(try Self.table(language).keys) == Set(LocalizationKey.allCases.map(\.rawValue)))
    }

    @Test(arguments: languages) func `no key is duplicated`(language: String) throws {
        let text = try String(contentsOf: Self.file(language), encoding: .utf8)
        for key in LocalizationKey.allCases {
            #expect(text.components(separatedBy: "\"\(key.rawValue)\" =").count == 2, "\(key)")
        }
    }

    @Test(arguments: languages) func `every sentence has the same placeholders as the English one`(language: String)
        throws
    {
        let table = try Self.table(language)
        for key in LocalizationKey.allCases {
            let sentence = try #require(table[key.rawValue])
            #expect(Placeholder.all(in: sentence) == Placeholder.all(in: key.english), "\(key): \(sentence)")
        }
    }

    @Test(arguments: languages.filter { $0 != "en" })
    func `no sentence is left in English or duplicated`(language: String) throws {
        let table = try Self.table(language)
        for key in LocalizationKey.allCases { #expect(table[key.rawValue] != key.english, "\(key)") }
        #expect(Set(table.values).count == table.count)
    }

    @Test(arguments: languages) func `no sentence consists only of whitespace`(language: String) throws {
        for (key, sentence) in try Self.table(language) {
            #expect(!sentence.isEmpty, "\(key)")
            #expect(sentence == sentence.trimmingCharacters(in: .whitespacesAndNewlines), "\(key)")
        }
    }

    @Test func `the English in the code matches the English table`() throws {
        let table = try Self.table("en")
        for key in LocalizationKey.allCases { #expect(table[key.rawValue] == key.english) }
    }

    @Test func `the seed's keys keep their sentences`() throws {
        let table = try Self.table("en")
        #expect(table["Teapot:InvalidRequestPath"] == "The request's URL is invalid.")
        #expect(table["Teapot:MissingImage"] == "The response isn't an image.")
        #expect(
            table["Teapot:InvalidResponseStatus"]
                == "The server answered with status %d."
        )
    }
}
