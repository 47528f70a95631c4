import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of Errors` {
    @Test(arguments: [
        (Response.status(.unauthorized), "sign in again"),
        (.json(["message": "the name is taken"], status: .conflict), "the name is taken"),
        (.error(.notConnectedToInternet), "you are offline"),
        (.error(.timedOut), "no answer"),
        (.json([]), "please update the app"),
        (.json(["id": 1, "name": "Ada"]), "hello, Ada"),
    ])
    func `failures are distinguished by kind, status and cause`(answer: Response, expected: String) async throws {
        let mock = MockTeapot(fixture: .json([:]))
        mock.overrideEndpoint("users/1", with: answer)
        let api = UserAPI(teapot: mock)
        #expect(await greeting(api) == expected)
    }

    private func greeting(_ api: UserAPI) async -> String {
        do {
            let user = try await api.user(1)
            return "hello, \(user.name)"
        } catch {
            switch error.type {
            case .invalidResponseStatus where error.statusCode == 401:
                return "sign in again"
            case .invalidResponseStatus:
                // An API often says more in the body of an error.
                return error.response?.json?["message"] as? String ?? error.localizedDescription
            case .noResponse, .timeout, .incompleteResponse:
                let code = (error.underlyingError as? URLError)?.code
                return code == .notConnectedToInternet ? "you are offline" : "no answer"
            case .invalidResponseBody:
                return "please update the app"
            default:
                return error.localizedDescription
            }
        }
    }

    @Test func `an API's own error kind is created`() {
        let error = TeapotError.outOfTea(TeapotError(type: .noResponse, description: "late"))
        #expect(error.type == .outOfTea)
        #expect((error.underlyingError as? TeapotError)?.type == .noResponse)
    }
}

extension TeapotError.ErrorType {
    static let outOfTea = Self(rawValue: "outOfTea")
}

extension TeapotError {
    static func outOfTea(_ cause: TeapotError) -> TeapotError {
        TeapotError(
            type: .outOfTea,
            description: "The shop has no tea left.",
            responseStatus: cause.responseStatus,
            underlyingError: cause
        )
    }
}
