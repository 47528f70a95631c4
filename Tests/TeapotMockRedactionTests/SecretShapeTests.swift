import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockRedaction

@Suite(.inTurn) struct `The shape of a secret` {
    @Test(arguments: SecretForms.all)
    func `is recognized alone and among other text`(secret: String, name: String) {
        for text in [secret, "see “\(secret)” there", "x=\(secret)\n"] {
            let bytes = Array(text.utf8)[...]
            let found = SecretShape.ranges(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
            #expect(found.count == 1 && (secret.hasSuffix(found[0]) || found[0].hasPrefix("-----BEGIN")), "\(name)")
        }
    }

    @Test(arguments: [
        "", "AKIA", "AKIAIOSFODNN7", "xAKIAIOSFODNN7EXAMPLE", "AKIAiosfodnn7example", "ghp_short1",
        "task_live_abcdefghijkl1234",
        "sk_live_…", "xoxo-kisses-and-hugs-1", "Bearer authentication", "Bearer REDACTED", "the bearer of this letter",
        "Basic realm=\"api\"", "Basic knowledge", "eyJhbGciOiJIUzI1NiJ9", "eyJ.a.b", "a.b.c",
        "-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "https://api.test/users/1?page=2", "REDACTED",
    ])
    func `isn't found in text that only resembles it`(text: String) {
        #expect(SecretShape.ranges(in: Array(text.utf8)[...]) == [])
    }

    @Test func `is rarely found in random bytes and base64`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<Size.of(full: 50, usual: 15) {
            let bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(SecretShape.ranges(in: bytes[...]) == [])
            #expect(SecretShape.ranges(in: Array(Data(bytes).base64EncodedString().utf8)[...]) == [])
        }
    }
}
