extension JSON {
    /// A value that can't be written as JSON, and its place in the document.
    public struct WritingError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
        /// The key path of the value, such as `users[2].born`; empty for the document itself.
        ///
        /// A path longer than 200 characters is shortened to its ends.
        public var keyPath: String {
            let steps = steps.reversed().joined()
            let path = steps.hasPrefix(".") ? steps.dropFirst() : steps[...]
            return path.count > 200 ? "\(path.prefix(100))…\(path.suffix(100))" : String(path)
        }
        /// Why the value can't be written, and what to do.
        public let reason: String
        /// The parts of the key path, such as `.users` and `[2]`, the last first.
        private var steps: [String] = []

        /// Creates an error about a value, seen from the value itself.
        init(reason: String) { self.reason = reason }

        /// Creates an error about a value of a type that JSON has no form for.
        init(type value: Any) {
            let type = "\(type(of: value))"
            let subject = "AEIO".contains(type.prefix(1)) ? "an \(type)" : "a \(type)"
            self.init(reason: "\(subject) can't be written as JSON; make it a String or a number first")
            if value is [AnyHashable: Any] { self.init(reason: "only a dictionary whose keys are Strings can be JSON") }
        }

        /// An error about a container that stands in too many others.
        static let tooDeep = Self(reason: "more than \(maximumDepth) levels of nesting can't be written as JSON")

        /// A sentence such as `users[2].born: a Date can't be written as JSON; make it a String or a number first`.
        public var description: String { steps.isEmpty ? reason : "\(keyPath): \(reason)" }

        /// The same text as ``description``.
        public var errorDescription: String? { description }

        /// Returns the same error as seen from the container around.
        func below(_ index: Int, of container: Container) -> Self {
            var step = "[\(index)]"
            if let name = container.names?[index] {
                let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-$".contains($0) }
                step = isPlain ? ".\(name)" : "[\(name.debugDescription)]"
            }
            var copy = self
            copy.steps.append(step)
            return copy
        }
    }
}
