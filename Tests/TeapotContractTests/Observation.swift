import Foundation
import Teapot
import TeapotMock

/// Everything observable about a call, without the parts that a network adds.
struct Observation: Equatable, Sendable {
    var isSuccess: Bool
    var json: JSON?
    var responseJSON: JSON?
    var status: Int
    var headers: Teapot.HeaderFields
    var data: Data
    var path: String
    var errorType: TeapotError.ErrorType?
    var errorText: String?
    var errorStatus: Int?
    var underlying: String?
    var hasHandle: Bool?

    init(_ result: NetworkResult, hasHandle: Bool? = nil) {
        let response: Teapot.Response
        switch result {
        case .success(let json, let got): (isSuccess, self.json, response) = (true, json, got)
        case .failure(let json, let got, let error):
            (isSuccess, self.json, response) = (false, json, got)
            (errorType, errorStatus) = (error.type, error.responseStatus)
            // The text contains the URL, and the two are at different hosts.
            errorText = error.description.replacing(/https?:\/\/[^\/?\s”]+|[;:] from [A-Z]+ [^;]+:\d+/, with: "")
            underlying = error.underlyingError.map {
                ($0 as? URLError).map { "URLError \($0.code.rawValue)" } ?? "\($0)"
            }
        }
        (status, data, responseJSON) = (response.statusCode, response.body, response.json)
        headers = response.headers.comparable
        path = response.url.path + "?" + (response.url.query ?? "")
        self.hasHandle = hasHandle
    }

    init(_ result: Result<Teapot.Response, TeapotError>, from url: URL) {
        switch result {
        case .success(let response): self.init(.success(response.json, response))
        case .failure(let error):
            let response = error.response ?? Teapot.Response(url: url, statusCode: 0)
            self.init(.failure(response.json, response, error))
        }
    }
}

extension Request {
    /// The request without the parts that a network or the system's HTTP library adds.
    var comparable: Request {
        var request = self
        request.headers = headers.comparable
        request.origin = nil
        return request
    }
}

extension Teapot.HeaderFields {
    private static let added: Set = [
        "host", "user-agent", "accept-encoding", "accept-language", "connection", "content-length", "date",
        "keep-alive", "expect", "transfer-encoding",
    ]

    /// The fields except those that a network adds; repeated ones are joined, as by Foundation.
    var comparable: Self {
        var fields = Self()
        for field in self where !Self.added.contains(field.name.lowercased()) && fields[field.name] == nil {
            fields.append(name: field.name, value: self[field.name] ?? "")
        }
        return fields
    }
}
