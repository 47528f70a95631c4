public import Teapot

extension TeapotError.ErrorType {
    /// A mock's fixture is not where it was looked for.
    public static let missingMockFile = Self(rawValue: "missingMockFile")
    /// A mock's fixture is there but can't be read or parsed.
    public static let invalidMockFile = Self(rawValue: "invalidMockFile")
    /// A request to a mock lacked a header that was expected, or had another value under it.
    public static let incorrectHeaders = Self(rawValue: "incorrectHeaders")
    /// Nothing answers a request to a mock: no route matches it, or the mock is finished.
    public static let unansweredRequest = Self(rawValue: "unansweredRequest")
}
