/// A value that events and actions can pass on without copying.
package final class Box<Value: Sendable>: Sendable {
    package let value: Value

    package init(_ value: consuming Value) { self.value = value }
}

/// The result of a call.
typealias CallResult = Box<Result<Teapot.Response, TeapotError>>

extension CallResult {
    static func success(_ response: consuming Teapot.Response) -> CallResult { CallResult(.success(response)) }
    static func failure(_ error: TeapotError) -> CallResult { CallResult(.failure(error)) }
}
