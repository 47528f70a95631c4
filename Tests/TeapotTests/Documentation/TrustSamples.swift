import Foundation
import Teapot
import TeapotTestTraits
import Testing

#if canImport(CryptoKit) && canImport(Security)
    import CryptoKit
    import Security

    /// The samples of Trust.md, which only compile on Apple's platforms.
    enum TrustSamples {
        static func options(_ pins: PublicKeyPins) -> Teapot.Options {
            var options = Teapot.Options()
            options.trust = Teapot.Trust { challenge in pins.answer(challenge) }
            return options
        }

        struct PublicKeyPins: Sendable {
            /// The SHA-256 of each public key's `SubjectPublicKeyInfo`, in base64, by host (RFC 7469 §2.4).
            var hashes: [String: Set<String>]

            func answer(
                _ challenge: URLAuthenticationChallenge
            ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
                let space = challenge.protectionSpace
                guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust, let known = hashes[space.host]
                else { return (.performDefaultHandling, nil) }
                // The system's own check comes first: a known key in an expired certificate is no better than any other.
                guard let trust = space.serverTrust, SecTrustEvaluateWithError(trust, nil),
                    let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
                    chain.contains(where: { Self.hash(of: $0).map(known.contains) ?? false })
                else { return (.cancelAuthenticationChallenge, nil) }
                return (.useCredential, URLCredential(trust: trust))
            }

            private static func hash(of certificate: SecCertificate) -> String? {
                guard let key = SecCertificateCopyKey(certificate),
                    let attributes = SecKeyCopyAttributes(key) as? [String: Any],
                    let type = attributes[kSecAttrKeyType as String] as? String,
                    let size = attributes[kSecAttrKeySizeInBits as String] as? Int,
                    let header = headers["\(type) \(size)"].flatMap({ Data(base64Encoded: $0) }),
                    let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?
                else { return nil }
                return Data(SHA256.hash(data: header + bytes)).base64EncodedString()
            }

            /// The bytes before the key in a `SubjectPublicKeyInfo`, which `Security` omits, in base64.
            private static let headers: [String: String] = [
                "\(kSecAttrKeyTypeRSA) 2048": "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
                "\(kSecAttrKeyTypeRSA) 4096": "MIICIjANBgkqhkiG9w0BAQEFAAOCAg8A",
                "\(kSecAttrKeyTypeECSECPrimeRandom) 256": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgA=",
                "\(kSecAttrKeyTypeECSECPrimeRandom) 384": "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgA=",
            ]
        }
    }
#endif

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Trust where the system doesn't ask` {
    private final class Delegate: NSObject, URLSessionDelegate {}

    private func expectRefusal(_ teapot: Teapot, _ who: String) async {
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("a") }
        #expect(error?.type == .dataTaskError)
        #expect("\(error.map { "\($0)" } ?? "")".contains(who))
    }

    #if canImport(FoundationNetworking)
        @Test func `where no challenge arrives, a client with a hook sends nothing over https`() async {
            var options = Teapot.Options()
            options.trust = Teapot.Trust { _ in (.performDefaultHandling, nil) }
            await expectRefusal(Teapot(baseURL: .make("https://h.test"), options: options), "the client's `trust`")
            await expectRefusal(Teapot(baseURL: .make("HTTPS://h.test"), options: options), "the client's `trust`")
        }

        @Test func `where no challenge arrives, a client of a session with a delegate sends nothing over https`() async
        {
            let session = URLSession(configuration: .ephemeral, delegate: Delegate(), delegateQueue: nil)
            defer { session.invalidateAndCancel() }
            await expectRefusal(
                Teapot(baseURL: .make("https://h.test"), session: session), "the delegate of the client's session")
        }

        @Test func `a redirect to https is refused as well`() throws {
            var options = Teapot.Options()
            options.trust = Teapot.Trust { _ in (.performDefaultHandling, nil) }
            let teapot = Teapot(baseURL: .make("http://h.test"), options: options)
            let ends = Recorder<TeapotError?>()
            // As the call does with what a redirect leads to.
            _ = teapot.transport.send(.make(.get, "https://other.test/a")) { event in
                if case .finished(let error) = event { ends(error as? TeapotError) }
            }
            #expect(ends.values.first??.type == .dataTaskError)
        }
    #endif

    @Test func `http has no certificates, and continues`() async {
        var options = Teapot.Options()
        options.trust = Teapot.Trust { _ in (.performDefaultHandling, nil) }
        // Nothing listens on port 1.
        let error = await #expect(throws: TeapotError.self) {
            try await Teapot(baseURL: .make("http://127.0.0.1:1"), options: options).get("a")
        }
        #expect(error?.type == .noResponse)
    }

    @Test func `a session without a delegate works like any other`() async {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let baseURL = URL.make("https://127.0.0.1:1")
        let teapot = Teapot(baseURL: baseURL, configuration: session.configuration)
        for client in [teapot, Teapot(baseURL: baseURL, session: session)] {
            let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
            #expect(error?.type == .noResponse)
        }
    }
}
