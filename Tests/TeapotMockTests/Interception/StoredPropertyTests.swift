#if canImport(FoundationNetworking)
    import Foundation
    import Testing

    import TeapotMock

    @Suite struct `A stored property of a Foundation class` {
        private class Pot: NSObject {
            var volume = 3
            let kind: String? = "green"
            var lid: NSObject? = NSObject()
            weak var tray: NSObject?
        }

        private final class LargePot: Pot {
            let spout = true
        }

        @Test func `a property is found by its name, and an optional's value unwrapped`() {
            #expect(StoredProperty("volume", of: Pot.self)?.value(of: LargePot()) as? Int == 3)
            #expect(StoredProperty("kind", of: Pot.self)?.value(of: Pot()) as? String == "green")
        }

        @Test func `a property's value is read each time`() {
            let (pot, volume, lid) = (
                Pot(), StoredProperty("volume", of: Pot.self), StoredProperty("lid", of: Pot.self)
            )
            for amount in 1...3 {
                pot.volume = amount
                pot.lid = NSObject()
                #expect(volume?.value(of: pot) as? Int == amount)
                #expect(lid?.value(of: pot) as? NSObject === pot.lid)
            }
            pot.lid = nil
            #expect(lid?.value(of: pot) == nil)
        }

        @Test func `a weak reference stays weak`() {
            let (pot, tray) = (Pot(), StoredProperty("tray", of: Pot.self))
            for _ in 1...3 {
                let object = NSObject()
                pot.tray = object
                withExtendedLifetime(object) { #expect(tray?.value(of: pot) as? NSObject === object) }
            }
            #expect(tray?.value(of: pot) == nil)
        }

        @Test func `a missing property is nil`() {
            #expect(StoredProperty("handle", of: Pot.self) == nil)
            let volume = StoredProperty("volume", of: Pot.self)
            #expect(volume?.value(of: NSObject()) == nil)
            #expect(volume?.value(of: Pot()) as? Int == 3)
            #expect(volume?.value(of: NSObject()) == nil)
        }
    }
#endif
