@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Transport errors` {
    private struct Odd: Error {}

    private func carry(
        _ error: any Error,
        _ response: Teapot.Response? = nil,
        over url: String = "http://h.test/"
    ) -> TeapotError {
        .performing(.make(.get, url), error, response)
    }

    @Test(arguments: [
        URLError.Code.cannotConnectToHost, .cannotFindHost, .networkConnectionLost, .badServerResponse,
        .secureConnectionFailed, .notConnectedToInternet,
    ])
    func `a network error without a response says so`(code: URLError.Code) {
        let error = carry(URLError(code))
        #expect(error.type == .noResponse)
        let isOffline = code == .notConnectedToInternet
        #expect(error.description == (isOffline ? "There is no internet connection." : "No response was received."))
        #expect(error.responseStatus == nil)
        #expect(error.response == nil)
        #expect((error.underlyingError as? URLError)?.code == code)
    }

    @Test(arguments: [nil, Teapot.Response.make(200)])
    func `a timeout is a timeout with and without a response`(response: Teapot.Response?) {
        let error = carry(URLError(.timedOut), response)
        #expect(error.type == .timeout)
        #expect(error.description == "The request timed out.")
        #expect(error.response == response && error.isTransient)
    }

    @Test func `bytes that aren't HTTP are distinguished from no bytes`() {
        #expect(carry(URLError(.unsupportedURL)).type == .notHTTP)
        #expect(carry(URLError(.unknown)).type == .notHTTP)
        #expect(carry(URLError(.unknown)).description == "The response isn't HTTP.")
        // The error of libcurl for a server that closes each connection.
        let died = URLError(
            .unknown, userInfo: [NSLocalizedDescriptionKey: "Connection died, tried 5 times before giving up"])
        #expect(carry(died).type == .noResponse)
        // Over TLS, an unknown error may come from the handshake.
        #expect(carry(URLError(.unknown), over: "https://h.test/").type == .noResponse)
    }

    #if os(Linux)
        @Test(arguments: [
            "Failed to connect to 127.0.0.1 port 80 after 0 ms: Couldn't connect to server",
            "Couldn't connect to server", "Send failure: Broken pipe", "Recv failure: No route to host",
        ])
        func `a failed or lost connection is a missing response`(text: String) {
            let error = carry(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text]))
            #expect(error.type == .noResponse)
            #expect(error.isTransient)
        }
    #endif

    @Test(
        arguments: [
            URLError(.networkConnectionLost), URLError(.cancelled), URLError(.unknown), Odd(),
            CocoaError(.fileReadUnknown),
        ] as [any Error]
    )
    func `any error after a response says that it's incomplete`(error: any Error) {
        let carried = carry(error, .make(503, ["Content-Type": "application/json"], Data(#"{"a":1}"#.utf8)))
        #expect(carried.type == .incompleteResponse)
        #expect(carried.responseStatus == 503)
        #expect(carried.response?.json?.dictionary?["a"] as? Int == 1)
    }

    @Test func `a transport that reports cancellation cancels the call`() {
        #expect(carry(URLError(.cancelled)) == .cancellation)
        #expect(TeapotError.cancellation.description == "The request was cancelled.")
    }

    @Test func `an error without a kind keeps its own description`() {
        let error = carry(Odd())
        #expect(error.type == .dataTaskError)
        #expect(error.description == "The request failed: Odd()")
        #expect(error.underlyingError is Odd)
    }

    @Test(arguments: [URLError.Code.fileDoesNotExist, .fileIsDirectory, .noPermissionsToReadFile])
    func `a file that couldn't be sent is a file failure`(code: URLError.Code) {
        #expect(carry(URLError(code)).type == .fileFailed)
    }

    @Test func `a transport's own error is kept, with the response`() {
        let own = TeapotError(type: .noResponse, description: "own", responseStatus: nil)
        #expect(carry(own) == own)
        let carried = carry(own, .make(404))
        #expect(carried.description == "own")
        #expect(carried.type == .noResponse)
        #expect(carried.responseStatus == 404)
        #expect(carried.response == .make(404))
    }
}
