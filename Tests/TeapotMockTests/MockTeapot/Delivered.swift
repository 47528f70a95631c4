import Foundation
import Teapot
import TeapotMock
import TeapotTestResources
import Testing

/// Returns the value that a verb delivers before it returns; `nil` if there is none.
func delivered<Value: Sendable>(by verb: (@escaping @Sendable (Value) -> Void) -> Void) -> Value? {
    let box = Locked<Value?>(nil)
    verb { value in box.withLock { $0 = value } }
    return box.withLock { $0 }
}

/// Returns the value that a verb delivers at any time.
func awaited<Value: Sendable>(by verb: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    await withCheckedContinuation { continuation in verb { continuation.resume(returning: $0) } }
}

extension NetworkResult {
    var json: JSON? {
        switch self {
        case .success(let json, _): json
        case .failure(let json, _, _): json
        }
    }

    var response: Teapot.Response {
        switch self {
        case .success(_, let response): response
        case .failure(_, let response, _): response
        }
    }

    var error: TeapotError? {
        if case .failure(_, _, let error) = self { error } else { nil }
    }
}

extension MockTeapot {
    /// Returns a mock that responds with a file in the tests' own folder.
    static func make(
        _ name: String = "get",
        statusCode: Teapot.StatusCode = .ok,
        baseURL: URL = MockTeapot.defaultBaseURL,
        options: Teapot.Options = Teapot.Options()
    ) -> MockTeapot {
        MockTeapot(
            directory: Fixtures.directory,
            mockFilename: name,
            statusCode: statusCode,
            baseURL: baseURL,
            options: options
        )
    }

    /// Returns the result that `get` delivers before it returns.
    func got(_ path: String = "/get", headers: [String: String] = [:]) throws -> NetworkResult {
        try #require(delivered { get(path, headerFields: headers, completion: $0) })
    }
}
