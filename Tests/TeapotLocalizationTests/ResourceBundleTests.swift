import Foundation
import TeapotLocalization
import TeapotTestTraits
import Testing

/// Tests of the tables in the built bundle.
@Suite(.inTurn) struct `The bundle of sentences` {
    @Test func `the built bundle is found next to the tests`() throws {
        let bundle = try #require(ResourceBundle.shared)
        #expect(bundle.bundleURL.lastPathComponent.hasPrefix("teapot_TeapotLocalization."))
    }

    @Test(arguments: `The tables of sentences`.languages)
    func `the built bundle has the sentences of the repository's table`(language: String) throws {
        let bundle = try #require(localizationBundle(forLanguage: language))
        let table = try `The tables of sentences`.table(language)
        for key in LocalizationKey.allCases {
            #expect(bundle.localizedString(forKey: key.rawValue, value: "absent", table: nil) == table[key.rawValue])
        }
    }

    @Test(arguments: [
        ("DE", "de"), ("de-AT", "de"), ("de_CH", "de"), ("zh-Hans", "zh-hans"), ("zh_CN", "zh-hans"),
        ("zh-hans-SG", "zh-hans"), ("pt", "pt-br"), ("pt-PT", "pt-br"), ("en-GB", "en"), ("ar-EG", "ar"),
    ])
    func `a language is found regardless of its case and region`(language: String, folder: String) throws {
        let bundle = try #require(localizationBundle(forLanguage: language))
        #expect(bundle.bundleURL.deletingPathExtension().lastPathComponent.lowercased() == folder)
    }

    @Test(arguments: ["sv", "zh-TW", "zh-Hant", "", "german", "d", "../de", "de/../fr", "\u{0}", "*"])
    func `a language without a table has no bundle`(language: String) {
        #expect(localizationBundle(forLanguage: language) == nil)
    }

    @Test func `a folder without the resources is skipped`() throws {
        let shared = try #require(ResourceBundle.shared)
        let absent = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let parent = shared.bundleURL.deletingLastPathComponent()
        #expect(ResourceBundle.find(in: []) == nil)
        #expect(ResourceBundle.find(in: [absent]) == nil)
        #expect(ResourceBundle.find(in: [absent, parent])?.bundlePath == shared.bundlePath)
    }
}
