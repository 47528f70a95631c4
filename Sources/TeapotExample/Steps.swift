import Teapot

/// A sequence of steps that prints each one and counts the failures.
struct Steps {
    private(set) var failures = 0

    mutating func step(_ title: String, _ body: () async throws -> String?) async {
        do {
            let wrong = try await body()
            print(wrong.map { "  ✗ \(title): \($0)" } ?? "  ✓ \(title)")
            if wrong != nil { failures += 1 }
        } catch {
            print("  ✗ \(title): \(error)")
            failures += 1
        }
    }
}

/// Returns `nil` if two values are equal, else the text to print.
func mismatch<Value: Equatable>(_ value: Value, _ expected: Value) -> String? {
    value == expected ? nil : "got \(value), not \(expected)"
}

/// Returns `nil` if `body` throws an error of this type and status, else the text to print.
func failing(_ type: TeapotError.ErrorType, status: Int?, _ body: () async throws -> Void) async throws -> String? {
    do {
        try await body()
        return "it went well, which it should not"
    } catch let error as TeapotError {
        return mismatch(error.type, type) ?? mismatch(error.responseStatus, status)
    }
}
