#if canImport(FoundationNetworking)
    import Foundation
    import Teapot
    import TeapotMock
    import Testing

    @testable import TeapotMockCorelibs

    @Suite struct `A written property of a Foundation class` {
        private class Pot: NSObject {
            var volume = 3
            var cups: [String: Any] = [:]
            var numbers: [Int: Any] = [:]
        }

        private final class LargePot: Pot {
            let lid = true
        }

        @Test func `a property is set only to a value of its own type`() {
            let pot = LargePot()

            #expect(StoredProperty("volume", of: Pot.self)?.set(4, of: pot) == true)
            #expect(StoredProperty("volume", of: Pot.self)?.set("large", of: pot) == false)
            #expect(pot.volume == 4)
        }

        @Test func `an entry is set only in a dictionary of strings`() {
            let pot = Pot()

            #expect(StoredProperty("cups", of: Pot.self)?.set(2, for: "small", of: pot) == true)
            #expect(pot.cups["small"] as? Int == 2)
            #expect(StoredProperty("volume", of: Pot.self)?.set(2, for: "small", of: pot) == false)
            #expect(StoredProperty("numbers", of: Pot.self)?.set(2, for: "small", of: pot) == false)
            #expect(pot.volume == 3)
        }
    }
#endif
