extension JSON {
    /// Why a value can't be written, and where it stands.
    struct Refusal: Error, CustomStringConvertible {
        /// Why.
        let reason: String
        /// The way to the value, such as `.users[2].born`.
        private var path = ""

        /// Refuses a value.
        init(reason: String) { self.reason = reason }

        /// Refuses a value for its type.
        init(type value: Any) {
            let type = "\(type(of: value))"
            let subject = "AEIO".contains(type.prefix(1)) ? "an \(type)" : "a \(type)"
            self.init(reason: "\(subject) can't be written as JSON; make it a String or a number first")
            if value is [AnyHashable: Any] { self.init(reason: "only a dictionary whose keys are Strings can be JSON") }
        }

        /// A sentence such as `users[2].born: a Date can't be written as JSON; make it a String or a number first`.
        var description: String {
            if path.isEmpty { return reason }
            let way = path.hasPrefix(".") ? path.dropFirst() : path[...]
            return "\(way.count > 200 ? "\(way.prefix(100))…\(way.suffix(100))" : "\(way)"): \(reason)"
        }

        /// The same refusal as seen from the container around.
        func below(_ index: Int, of container: Container) -> Self {
            var step = "[\(index)]"
            if let name = container.names?[index] {
                let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-$".contains($0) }
                step = isPlain ? ".\(name)" : "[\(name.debugDescription)]"
            }
            var copy = self
            copy.path = step + path
            return copy
        }
    }
}
