public import Foundation

extension JSON {
    /// An error about a value that can't be written as JSON, with its key path in the document.
    public struct WritingError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
        /// The key path of the value, such as `users[2].born`, or an empty string for the document itself.
        ///
        /// A path longer than 200 characters is shortened in the middle.
        public var keyPath: String {
            let steps = steps.reversed().joined()
            let path = steps.hasPrefix(".") ? steps.dropFirst() : steps[...]
            return path.count > 200 ? "\(path.prefix(100))…\(path.suffix(100))" : String(path)
        }
        /// The reason why the value can't be written, and how to fix it.
        public let reason: String
        /// The parts of the key path, such as `.users` and `[2]`, in reverse order.
        private var steps: [String] = []

        /// Creates an error about a value, relative to the value itself.
        init(reason: String) { self.reason = reason }

        /// Creates an error about a value of a type that can't be written as JSON.
        init(type value: Any) {
            let type = "\(type(of: value))"
            let subject = "AEIO".contains(type.prefix(1)) ? "an \(type)" : "a \(type)"
            let whole = value is any Encodable ? ", or use an Encodable type for the whole document" : ""
            self.init(reason: "\(subject) can't be written as JSON; make it a String or a number first\(whole)")
            if value is [AnyHashable: Any] { self.init(reason: "only a dictionary whose keys are Strings can be JSON") }
        }

        /// An error about a container that is nested too deeply.
        static let tooDeep = Self(reason: "more than \(maximumDepth) levels of nesting can't be written as JSON")

        /// A sentence such as `users[2].born: a Date can't be written as JSON; make it a String or a number first`.
        public var description: String { steps.isEmpty ? reason : "\(keyPath): \(reason)" }

        /// The same text as ``description``.
        public var errorDescription: String? { description }

        /// Returns the same error relative to the enclosing container.
        func below(_ cursor: Container.Cursor) -> Self {
            var step = "[\(cursor.position)]"
            if let name = cursor.name {
                let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-$".contains($0) }
                step = isPlain ? ".\(name)" : "[\(name.debugDescription)]"
            }
            var copy = self
            copy.steps.append(step)
            return copy
        }
    }
}
