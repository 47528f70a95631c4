public import Foundation

extension Teapot {
    /// The items of a query, such as `["page": 2, "tag": ["green", "black"]]`.
    ///
    /// A literal keeps its order. A list repeats its name (`tag=green&tag=black`), and `nil` is left out. What can't be
    /// an item, such as a dictionary, makes the request fail with `invalidQuery`.
    public struct Query: Sendable, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
        let items: Result<[URLQueryItem], TeapotError>

        /// Creates a query from items.
        ///
        /// - Parameter items: The items. A name may repeat, and an item without a value is written as its name only.
        public init(_ items: [URLQueryItem]) { self.items = .success(items) }

        /// Creates a query from a literal of names and values.
        ///
        /// - Parameter members: Strings, numbers, Booleans and lists of them, by name.
        public init(dictionaryLiteral members: (String, Any?)...) {
            items = Result { () throws(TeapotError) in try QueryItems(inOrder: members).single }
        }

        /// Creates a query from a literal of items.
        ///
        /// - Parameter items: The items.
        public init(arrayLiteral items: URLQueryItem...) { self.init(items) }
    }
}
