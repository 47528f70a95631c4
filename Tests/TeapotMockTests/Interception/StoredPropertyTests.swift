#if canImport(FoundationNetworking)
    import Foundation
    import Testing

    @testable import TeapotMock

    @Suite struct `A stored property of a Foundation class` {
        private class Pot: NSObject {
            var volume = 3
            let kind: String? = "green"
        }

        private final class LargePot: Pot {
            let lid = true
        }

        @Test func `a property is found by its name, and an optional's value unwrapped`() {
            #expect(StoredProperty("volume", of: Pot.self)?.value(of: LargePot()) as? Int == 3)
            #expect(StoredProperty("kind", of: Pot.self)?.value(of: Pot()) as? String == "green")
        }

        @Test func `a property that is not there is nil`() {
            #expect(StoredProperty("handle", of: Pot.self) == nil)
            #expect(StoredProperty("volume", of: Pot.self)?.value(of: NSObject()) == nil)
        }
    }
#endif
