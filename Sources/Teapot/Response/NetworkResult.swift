/// The result of a call.
public enum NetworkResult: Sendable {
    /// The status was accepted: 200 to 299 by default.
    ///
    /// The JSON is `nil` if the body is empty, isn't JSON, or is a scalar.
    case success(JSON?, Teapot.Response)
    /// The call failed.
    ///
    /// If no response was received, the response has the status code 0.
    case failure(JSON?, Teapot.Response, TeapotError)

    init(_ result: Result<Teapot.Response, TeapotError>, orElse nothing: @autoclosure () -> Teapot.Response) {
        switch result {
        case .success(let response): self = .success(response.json, response)
        case .failure(let error):
            let response = error.response ?? nothing()
            self = .failure(response.json, response, error)
        }
    }
}
