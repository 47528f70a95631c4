import Foundation
import Teapot
import TeapotTestTraits
import Testing

/// Only compiled, because the setting is global, and other tests read sentences at the same time.
private func chooseSentences(_ appBundle: Bundle) {
    Teapot.localizationBundle = appBundle

    Teapot.localizationBundle = Teapot.localizationBundle(forLanguage: "de")
}

@Suite(.inTurn) struct `The samples of Localization` {
    @Test(arguments: ["ar", "de", "en", "es", "fr", "it", "ja", "nl", "pt-BR", "zh-Hans"])
    func `there is a bundle for each language`(language: String) {
        #expect(Teapot.localizationBundle(forLanguage: language) != nil)
    }

    @Test func `there's no bundle for another language`() {
        #expect(Teapot.localizationBundle(forLanguage: "tlh") == nil)
        #expect(Repository.files(below: "Localization").filter { $0.hasSuffix(".strings") }.count == 10)
    }
}
