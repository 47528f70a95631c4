@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

/// Tests whether `Backoff` retries after each code of `URLError`.
@Suite(.inTurn) struct `Retrying a URL error` {
    private static let transient: [URLError.Code] = [
        .unknown, .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .timedOut,
        .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed, .notConnectedToInternet,
        .badServerResponse, .internationalRoamingOff, .callIsActive, .dataNotAllowed, .secureConnectionFailed,
        .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete,
    ]

    private static let permanent: [URLError.Code] = [
        .backgroundSessionRequiresSharedContainer, .cancelled, .badURL, .unsupportedURL, .httpTooManyRedirects,
        .resourceUnavailable, .redirectToNonExistentLocation, .userCancelledAuthentication,
        .userAuthenticationRequired, .zeroByteResource, .cannotDecodeRawData, .cannotDecodeContentData,
        .cannotParseResponse, .requestBodyStreamExhausted, .appTransportSecurityRequiresSecureConnection,
        .fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile, .dataLengthExceedsMaximum,
        .serverCertificateHasBadDate,
        .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
        .clientCertificateRejected, .clientCertificateRequired, .cannotLoadFromNetwork, .cannotCreateFile,
        .cannotOpenFile, .cannotCloseFile, .cannotWriteToFile, .cannotRemoveFile, .cannotMoveFile,
    ]

    private func decide(_ error: URLError, _ response: Teapot.Response? = nil) -> Teapot.RetryDecision {
        // Over https, where a transport's `unknown` may have any cause.
        let request = Teapot.Request.make(.get, "https://h.test/a")
        let failure = Teapot.FailedAttempt(
            request: request,
            number: 1,
            error: .performing(request, error, response)
        )
        return Teapot.Backoff(baseDelay: 0).judge(failure).decision
    }

    @Test(arguments: transient) func `a temporary failure is retried`(code: URLError.Code) {
        // On one platform, some of them mean a response that isn't HTTP, which is never retried.
        let isNoHTTP = URLError(code).meansNoHTTP(over: .make("https://h.test/a"))
        #expect(decide(URLError(code)) == (isNoHTTP ? .giveUp : .retry(after: 0)))
        #expect(decide(URLError(code), .make()) == .retry(after: 0))
    }

    @Test(arguments: permanent) func `a permanent failure isn't retried`(code: URLError.Code) {
        #expect(decide(URLError(code)) == .giveUp)
        #expect(decide(URLError(code), .make()) == .giveUp)
    }

    @Test func `the table has every code once`() {
        let codes = Self.transient + Self.permanent
        #expect(Set(codes).count == codes.count)
        #expect(codes.count == 48)
        #if canImport(FoundationNetworking)
            // On other platforms every number is a code.
            let known = (-5_000...0).compactMap { URLError.Code(rawValue: $0) }
            #expect(Set(known) == Set(codes))
        #endif
    }

    // The messages of a Foundation based on libcurl, whose code is -1 for all of them.
    @Test(arguments: [
        "SSL certificate problem: self-signed certificate", "SSL certificate problem: certificate has expired",
        "SSL: no alternative certificate subject name matches target host name 'h.test'",
        "SSL peer certificate or SSH remote key was not OK",
        "OpenSSL/3.0.19: error:0A00010B:SSL routines::wrong version number",
        "OpenSSL SSL_read: error:0A000412:SSL routines::sslv3 alert bad certificate, errno 0",
    ])
    func `a refused certificate and a broken handshake aren't retried`(text: String) {
        #expect(decide(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])) == .giveUp)
    }

    @Test(arguments: [
        "Recv failure: Connection reset by peer", "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to h.test:443",
        "OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0",
        "transfer closed with 5 bytes remaining to read",
    ])
    func `a connection that was cut is retried`(text: String) {
        #expect(decide(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])) == .retry(after: 0))
    }

    @Test func `a body over the limit isn't retried`() async {
        var options = Teapot.Options()
        options.maximumBodyLength = 2
        options.retriers = [.backoff(baseDelay: 0)]
        let client = ScriptedClient(.answer(200, [:], json: "[1]"), .answer(), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .incompleteResponse)
        #expect(client.requests.count == 1)
    }
}
