@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An error` {
    private struct Odd: Error { var number = 1 }

    private func error(_ change: (inout TeapotError) -> Void = { _ in }) -> TeapotError {
        var error = TeapotError(type: .noResponse, description: "why", responseStatus: 404, underlyingError: Odd())
        error.response = .make(404)
        change(&error)
        return error
    }

    @Test func `errors with the same content are equal`() {
        #expect(error() == error())
        #expect(TeapotError.cancellation == .cancellation)
    }

    @Test func `errors that differ in any part aren't equal`() {
        #expect(error { $0.type = .notHTTP } != error())
        #expect(error { $0.description = "why not" } != error())
        #expect(error { $0.responseStatus = nil } != error())
        #expect(error { $0.underlyingError = nil } != error())
        #expect(error { $0.underlyingError = Odd(number: 2) } != error())
        #expect(error { $0.underlyingError = URLError(.timedOut) } != error())
        #expect(error { $0.response = nil } != error())
        #expect(error { $0.response = .make(404, [:], Data("x".utf8)) } != error())
    }

    @Test func `an error gives its sentence in each way to ask for it`() {
        #expect("\(error())" == "why")
        #expect(error().errorDescription == "why")
        #expect(error().localizedDescription == "why")
        #expect((error() as any Error).localizedDescription == "why")
    }

    @Test func `kinds are distinguished by name, and a caller may add its own`() {
        #expect(TeapotError.ErrorType(rawValue: "invalidPayload") == .invalidPayload)
        #expect(TeapotError.ErrorType(rawValue: "mine") != .invalidPayload)
        #expect("\(TeapotError.ErrorType.missingImage)" == "missingImage")
        let kinds: [TeapotError.ErrorType] = [
            .invalidRequestPath, .invalidPayload, .invalidHeader, .invalidTimeout, .adapterFailed,
            .invalidResponseStatus,
            .missingImage, .noResponse, .incompleteResponse, .notHTTP, .invalidResponseBody, .invalidRedirect,
            .cancelled,
            .fileFailed, .dataTaskError,
        ]
        #expect(Set(kinds.map(\.rawValue)).count == kinds.count)
    }

    @Test func `the documented sentences are used word for word`() {
        #expect(TeapotError.make(.missingImage).description == "The response isn't an image.")
        let status = TeapotError.make(.invalidResponseStatus, filling: [418], response: .make(418))
        #expect(
            status.description == "The server answered with status 418."
        )
        #expect(status.responseStatus == 418)
        let path = TeapotError.make(.invalidRequestPath, "why")
        #expect(path.description == "The request's URL is invalid: why")
    }
}
