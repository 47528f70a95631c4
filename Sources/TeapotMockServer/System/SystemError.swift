import Foundation

/// The error of a system call: its name and `errno`.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package var call: String
    package var code: Int32

    /// Creates an error with the current `errno`; use it immediately after the failed call.
    package init(_ call: String) { self.init(call, code: errno) }

    /// Creates the error of a function that returns its error code instead of setting `errno`.
    package init(_ call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
