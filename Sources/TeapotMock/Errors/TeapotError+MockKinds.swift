public import Teapot

extension TeapotError.ErrorType {
    /// A fixture of a mock couldn't be found.
    public static let missingMockFile = Self(rawValue: "missingMockFile")
    /// A fixture of a mock couldn't be read or parsed.
    public static let invalidMockFile = Self(rawValue: "invalidMockFile")
    /// A request to a mock lacks a required header, or has a different value for it.
    public static let incorrectHeaders = Self(rawValue: "incorrectHeaders")
    /// A request to a mock wasn't answered by any route, or was sent to a mock whose test has ended.
    public static let unansweredRequest = Self(rawValue: "unansweredRequest")
}
