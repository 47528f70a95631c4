package import Teapot
package import TeapotMock

/// The reason a request is invalid: the status of the response, and a sentence for the author of the client.
package struct Rejection: Error, Equatable {
    package var status: Teapot.StatusCode
    package var reason: String

    init(_ status: Teapot.StatusCode, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// Creates a rejection with the status 400.
    init(_ reason: String) {
        self.init(.badRequest, reason)
    }
}
