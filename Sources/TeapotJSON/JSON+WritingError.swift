public import Foundation

extension JSON {
    /// A value that can't be written as JSON, and its place in the document.
    public struct WritingError: Error, Equatable, Sendable, CustomStringConvertible {
        /// The key path of the value, such as `users[2].born`; empty for the document itself.
        ///
        /// A path longer than 200 characters is shortened to its ends.
        public var keyPath: String {
            let path = steps.hasPrefix(".") ? steps.dropFirst() : steps[...]
            return path.count > 200 ? "\(path.prefix(100))…\(path.suffix(100))" : String(path)
        }
        /// Why the value can't be written, and what to do.
        public let reason: String
        /// The key path with a leading dot, such as `.users[2].born`.
        private var steps = ""

        /// Creates an error about a value, seen from the value itself.
        init(reason: String) { self.reason = reason }

        /// Creates an error about a value of a type that JSON has no form for.
        init(type value: Any) {
            let type = "\(type(of: value))"
            let subject = "AEIO".contains(type.prefix(1)) ? "an \(type)" : "a \(type)"
            self.init(reason: "\(subject) can't be written as JSON; make it a String or a number first")
            if value is [AnyHashable: Any] { self.init(reason: "only a dictionary whose keys are Strings can be JSON") }
        }

        /// A sentence such as `users[2].born: a Date can't be written as JSON; make it a String or a number first`.
        public var description: String { steps.isEmpty ? reason : "\(keyPath): \(reason)" }

        /// Returns the same error as seen from the container around.
        func below(_ index: Int, of container: Container) -> Self {
            var step = "[\(index)]"
            if let name = container.names?[index] {
                let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-$".contains($0) }
                step = isPlain ? ".\(name)" : "[\(name.debugDescription)]"
            }
            var copy = self
            copy.steps = step + steps
            return copy
        }
    }
}

extension JSON.WritingError: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
