public import Teapot

extension TeapotError.ErrorType {
    /// A mock's fixture that wasn't found.
    public static let missingMockFile = Self(rawValue: "missingMockFile")
    /// A mock's fixture that can't be read or parsed.
    public static let invalidMockFile = Self(rawValue: "invalidMockFile")
    /// A request to a mock without a required header, or with a different value for it.
    public static let incorrectHeaders = Self(rawValue: "incorrectHeaders")
    /// A request to a mock that no route answered, or that was sent to a finished mock.
    public static let unansweredRequest = Self(rawValue: "unansweredRequest")
}
