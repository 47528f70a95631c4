public import Foundation

extension Teapot {
    /// The items of a query, such as `["page": 2, "tag": ["green", "black"]]`.
    ///
    /// A literal keeps its order. A list repeats the name (`tag=green&tag=black`), and `nil` is omitted. A value that
    /// can't be an item, such as a dictionary in a literal, makes the request fail with `invalidQuery`.
    public struct Query: Sendable, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
        let items: Result<QueryItems, TeapotError>

        /// Creates a query from items.
        ///
        /// - Parameter items: The items. Names may repeat, and an item without a value is written as just its name.
        public init(_ items: [URLQueryItem]) { self.items = .success(QueryItems(items)) }

        /// Creates a query from a dictionary, sorted by name.
        ///
        /// - Parameters:
        ///   - members: The values by name, which may contain dictionaries and lists. `nil` is omitted.
        ///   - style: The style for dictionaries and lists, by default `filter[name]=ada&tag=a&tag=b`.
        public init(_ members: [String: Any], style: QueryStyle = .init()) {
            items = Result { () throws(TeapotError) in try QueryItems(members, style: style) }
        }

        /// Creates a query from a literal of names and values.
        ///
        /// - Parameter members: Strings, numbers, Booleans and lists of them, by name.
        public init(dictionaryLiteral members: (String, Any?)...) {
            items = Result { () throws(TeapotError) in try QueryItems(inOrder: members) }
        }

        /// Creates a query from a literal of items.
        ///
        /// - Parameter items: The items.
        public init(arrayLiteral items: URLQueryItem...) { self.init(items) }
    }
}
