public import Teapot
import TeapotMock

extension GraphQL {
    /// An error in the `errors` of a response; a string literal becomes its message.
    public struct Error: Swift.Error, Sendable, ExpressibleByStringLiteral {
        /// The description of the error.
        public var message: String
        /// The names and indices of the field that failed, such as `["teas", 0, "name"]`, or an empty list for none.
        public var path: JSON
        /// Additional members, such as `["code": "NO_TEA"]`, which are omitted if there are none.
        public var extensions: JSON

        /// Creates an error.
        ///
        /// - Parameters:
        ///   - message: The description of the error.
        ///   - path: The names and indices of the field that failed, such as `["teas", 0, "name"]`.
        ///   - extensions: Additional members, such as `["code": "NO_TEA"]`.
        public init(_ message: String, path: JSON = [], extensions: JSON = [:]) {
            self.message = message
            self.path = path
            self.extensions = extensions
        }

        /// Creates an error from its message.
        ///
        /// - Parameter value: The description of the error.
        public init(stringLiteral value: String) { self.init(value) }

        /// The error as sent (GraphQL, October 2021, §7.1.2).
        var json: JSON {
            var members: [String: any Sendable] = ["message": message]
            if path.array?.isEmpty == false { members["path"] = path }
            if extensions.dictionary?.isEmpty == false { members["extensions"] = extensions }
            return .dictionary(members)
        }
    }
}
