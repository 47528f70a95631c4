extension Rule {
    /// A condition on the value of a query item, a header or a form field.
    ///
    /// A literal is a condition for exactly that value.
    ///
    /// ```swift
    /// router.get("/teas", when: .query(["q": .prefix("dar"), "new": .withoutValue]), with: [])
    /// router.post("/token", when: .form(["code": .pattern("[0-9]{6}")]), with: ["token": "made-up"])
    /// ```
    public struct Value: Sendable, Hashable, ExpressibleByStringInterpolation {
        private enum Form: Hashable {
            case equal
            case prefix
            case pattern
            case missing
        }

        private let form: Form
        private let text: String
        /// The regular expression, if the pattern is valid.
        private let expression: BoundedExpression?

        private init(_ form: Form, _ text: String, _ expression: BoundedExpression? = nil) {
            (self.form, self.text, self.expression) = (form, text, expression)
        }

        /// Creates a condition that a value equals a string.
        ///
        /// - Parameter value: The string. An empty string also matches an item without a value.
        public init(stringLiteral value: String) { self.init(.equal, value) }

        /// Returns a condition that a value begins with a prefix.
        ///
        /// - Parameter text: The prefix.
        /// - Returns: The condition.
        public static func prefix(_ text: String) -> Self { Self(.prefix, text) }

        /// Returns a condition that a regular expression matches the whole value.
        ///
        /// - Parameter pattern: The expression, in the syntax of `NSRegularExpression`. An invalid expression matches
        ///   no value, and the diagnosis of an unanswered request reports it.
        /// - Returns: The condition.
        public static func pattern(_ pattern: String) -> Self {
            // Check the pattern on its own first: `a)|(b` is valid only within the parentheses that are added.
            let isValid = (try? BoundedExpression(pattern)) != nil
            return Self(.pattern, pattern, isValid ? try? BoundedExpression("\\A(?:\(pattern))\\z") : nil)
        }

        /// A condition that an item has no value, such as `flag` in `/users?flag`.
        ///
        /// A header always has a value.
        public static let withoutValue = Self(.missing, "")

        /// Returns whether two conditions are equal.
        public static func == (left: Self, right: Self) -> Bool {
            left.form == right.form && left.text.isExactly(right.text)
        }

        /// Hashes the condition.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(form)
            hasher.combine(text)
        }

        /// Returns whether a value meets the condition.
        func isMet(by value: String?) -> Bool {
            switch form {
            case .equal: text.isExactly(value ?? "")
            case .prefix: value?.utf8.starts(with: text.utf8) == true
            case .pattern: value.map { expression?.isFound(in: $0) == true } ?? false
            case .missing: value == nil
            }
        }

        /// Returns a clause to write after the name of the value.
        ///
        /// - Parameter shown: A closure that returns a value without its secrets.
        /// - Returns: The clause.
        func clause(_ shown: (String) -> String) -> String {
            switch form {
            case .equal: "is “\(shown(text))”"
            case .prefix: "begins with “\(shown(text))”"
            case .pattern where expression == nil: "matches “\(text)”, which is not a valid pattern"
            case .pattern: "matches “\(text)”"
            case .missing: "has no value"
            }
        }
    }
}
