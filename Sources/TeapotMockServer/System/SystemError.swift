import Teapot

/// What a system call reported: its name and `errno`.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package var call: String
    package var code: Int32

    /// Takes `errno` as it stands; create it right behind the call that failed.
    package init(_ call: String) {
        code = errno
        self.call = call
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
