import Foundation
import Teapot

/// A sequence of steps that prints the result of each step, and counts the steps and the failures.
struct Steps {
    private(set) var count = 0
    private(set) var failures = 0

    /// Runs a step, and completes the line that the observer of ``Teapot/Options/printing`` began.
    mutating func step(_ title: String, _ body: () async throws -> String?) async {
        count += 1
        let problem: String?
        do { problem = try await body() } catch { problem = "\(error)" }
        print(problem.map { "\(title) ✗ \($0)" } ?? title)
        if problem != nil { failures += 1 }
    }
}

extension Teapot.Options {
    /// Options with an observer that prints each request and the status of its response, or the kind of its error.
    static var printing: Teapot.Options {
        var options = Teapot.Options()
        options.observers.append(
            Teapot.Observer { event in
                guard case .ended(let result) = event.kind else { return }
                let end =
                    switch result {
                    case .success(let response): "\(response.statusCode)"
                    case .failure(let error): error.responseStatus.map { "\($0)" } ?? "\(error.type)"
                    }
                print("\(event.request.method) \(event.request.url.path) -> \(end)", terminator: ", ")
            })
        return options
    }
}

/// Returns `nil` if two values are equal, or the text to print.
func mismatch<Value: Equatable>(_ value: Value, _ expected: Value) -> String? {
    value == expected ? nil : "got \(value), not \(expected)"
}

/// Returns `nil` if `body` throws an error of this type and status, or the text to print.
func failing(_ type: TeapotError.ErrorType, status: Int?, _ body: () async throws -> Void) async throws -> String? {
    do {
        try await body()
        return "it succeeded, but should have failed"
    } catch let error as TeapotError {
        return mismatch(error.type, type) ?? mismatch(error.responseStatus, status)
    }
}
