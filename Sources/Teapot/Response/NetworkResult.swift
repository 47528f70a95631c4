/// How a call ended.
public enum NetworkResult: Sendable {
    /// The status was 200 to 299. The JSON is `nil` when the body is empty, is not JSON, or is a scalar.
    case success(JSON?, Teapot.Response)
    /// Anything else. When no response came, the status code of the one given is 0.
    case failure(JSON?, Teapot.Response, TeapotError)

    init(_ result: Result<Teapot.Response, TeapotError>, from url: URL) {
        switch result {
        case .success(let response): self = .success(response.json, response)
        case .failure(let error):
            let response = error.response(from: url)
            self = .failure(response.json, response, error)
        }
    }
}

extension TeapotError {
    /// The response that came, or one with the status 0 if none did.
    func response(from url: URL) -> Teapot.Response { response ?? Teapot.Response(url: url, statusCode: 0) }
}
