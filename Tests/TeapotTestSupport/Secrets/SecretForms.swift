import Foundation

/// Values with the form of a secret, and their kinds.
package enum SecretForms {
    /// Secrets composed of parts, so that scanners don't report this file as a leak.
    package static let all: [(String, String)] = [
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

    private static func filler(_ count: Int) -> String {
        String(String(repeating: "a1B2c3D4", count: 20).prefix(count))
    }

    private static var token: String {
        let parts = [#"{"alg":"HS256","typ":"JWT"}"#, #"{"sub":"1"}"#].map {
            Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        }
        return parts.joined(separator: ".") + ".c2lnbmF0dXJl"
    }
}
