import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockRecording

@Suite(.inTurn) struct `What looks like a secret` {
    /// Secrets composed of parts, so that scanners do not report this file as a leak.
    static let secrets: [(String, String)] = [
        ("AK" + "IAIOSFODNN7EXAMPLE", "an AWS access key"), ("AS" + "IAIOSFODNN7EXAMPLE", "an AWS access key"),
        ("gh" + "p_" + filler(36), "a GitHub token"), ("gh" + "s_" + filler(40), "a GitHub token"),
        ("github" + "_pat_" + filler(22) + "_" + filler(59), "a GitHub token"),
        ("glp" + "at-" + filler(20), "a GitLab token"), ("xox" + "b-123456789012-" + filler(24), "a Slack token"),
        ("https://hooks.slack" + ".com/services/T0000/B0000/" + filler(24), "a Slack webhook"),
        ("sk" + "_live_" + filler(24), "a Stripe key"), ("rk" + "_test_" + filler(24), "a Stripe key"),
        ("whs" + "ec_" + filler(32), "a Stripe key"), ("AI" + "za" + filler(35), "a Google API key"),
        ("ya" + "29." + filler(60), "a Google token"), ("np" + "m_" + filler(36), "an npm token"),
        ("bot1234" + "56789:" + filler(35), "a Telegram token"), ("1234" + "56789:" + filler(35), "a Telegram token"),
        ("nse" + "c1" + filler(58), "a Nostr key"),
        ("https://discord" + ".com/api/webhooks/1234567890/" + filler(68), "a Discord webhook"),
        ("S" + "G." + filler(22) + "." + filler(43), "a SendGrid key"),
        ("sk" + "-ant-" + filler(40), "an Anthropic key"),
        (token, "a JSON Web Token"), ("Bearer " + filler(20), "a bearer token"), ("bearer abc-1234", "a bearer token"),
        ("Basic " + Data("ada:lovelace".utf8).base64EncodedString(), "basic credentials"),
        ("-----BEGIN RSA PRIV" + "ATE KEY-----\nMII", "a private key"),
        ("-----BEGIN PRIV" + "ATE KEY-----", "a private key"),
    ]

    static func filler(_ count: Int) -> String { String(String(repeating: "a1B2c3D4", count: 20).prefix(count)) }

    static var token: String {
        let parts = [#"{"alg":"HS256","typ":"JWT"}"#, #"{"sub":"1"}"#].map {
            Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        }
        return parts.joined(separator: ".") + ".c2lnbmF0dXJl"
    }

    @Test(arguments: secrets)
    func `is found by its form, alone and among other text`(secret: String, name: String) {
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
    func `is not what only resembles it`(text: String) {
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
