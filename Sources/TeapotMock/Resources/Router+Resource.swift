public import Teapot

extension Router {
    /// Registers the routes of a REST resource whose entities are in a store.
    ///
    /// ```swift
    /// store.create(Article.self, number: 20)
    /// router.resource(Article.self, in: store)
    /// ```
    ///
    /// | request | what it does | response |
    /// |---|---|---|
    /// | `GET /articles` | lists entities; see below | 200 |
    /// | `GET /articles/7` | finds one | 200, or 404 |
    /// | `POST /articles` | inserts one; without an `id` it gets a new one | 201 with its `Location`, or 409 if its id is taken |
    /// | `PUT /articles/7` | replaces one | 200, or 404, or 409 if the body has another id |
    /// | `PATCH /articles/7` | changes one: a JSON merge patch (RFC 7396) | 200, or 404, or 409 if the patch changes the id |
    /// | `DELETE /articles/7` | deletes one | 204, or 404 |
    ///
    /// A list is narrowed and cut by its query, in this order:
    ///
    /// - `?author=Ada` leaves those whose member `author` is that text, number, boolean or `null`; `?author.name=Ada` looks
    ///   into an object, and a name that repeats allows each of its values. Entities without the member are left out.
    /// - `?sort=author,-date` sorts by members, a minus sign the other way round: numbers by value, texts by their
    ///   characters, and what has no such member at the end.
    /// - `?page=2&per_page=10` cuts out a page, counted from 1; without `per_page` it has 20 entities. The response has a
    ///   `Link` to the first, previous, next and last page (RFC 8288).
    ///
    /// Every list has an `X-Total-Count`: how many entities there are on all pages. What can't be read is a response of
    /// status 400. An error's body is an object whose `error` says what was wrong.
    ///
    /// - Parameters:
    ///   - type: The entities' type. Its coding decides what is in a body.
    ///   - store: Where they are.
    ///   - path: The path below the router's base URL; `nil` for the type's name in small letters and in the plural:
    ///     `/articles`, `/categories`, `/boxes`.
    ///   - coders: How entities are written and read.
    ///   - fileID: Where the routes are registered.
    ///   - filePath: Where the routes are registered.
    ///   - line: Where the routes are registered.
    /// - Returns: What removes the routes, one for each row of the table. None of them has to be used.
    @discardableResult
    public func resource<Entity: Storable & Codable>(
        _ type: Entity.Type = Entity.self,
        in store: Store,
        at path: String? = nil,
        coders: ResourceCoders = ResourceCoders(),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> [RouteToken] {
        let path = path ?? "/" + Entity.storedName.lowercased().plural
        let resource = Resource<Entity>(store: store, coders: coders)
        func add(_ verb: RouterVerb, _ path: String, _ handler: @escaping @Sendable (Request) throws -> Response)
            -> RouteToken
        {
            verb(path, fileID: fileID, filePath: filePath, line: line) { request in
                do {
                    return try handler(request)
                } catch let refusal as ResourceRefusal {
                    return .json(["error": refusal.reason], status: refusal.status)
                }
            }.optional()
        }
        return [
            add(get, path, resource.list),
            add(get, path + "/:id", resource.find),
            add(post, path, resource.insert),
            add(put, path + "/:id", resource.replace),
            add(patch, path + "/:id", resource.change),
            add(delete, path + "/:id", resource.delete),
        ]
    }
}

/// How a resource's entities are written as JSON and read from it.
public struct ResourceCoders: Sendable {
    /// Makes the encoder.
    public var encoder: @Sendable () -> JSONEncoder
    /// Makes the decoder.
    public var decoder: @Sendable () -> JSONDecoder

    /// Creates a pair of coders.
    ///
    /// - Parameters:
    ///   - encoder: Makes the encoder.
    ///   - decoder: Makes the decoder.
    public init(
        encoder: @escaping @Sendable () -> JSONEncoder = { JSONEncoder() },
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.encoder = encoder
        self.decoder = decoder
    }
}

extension String {
    /// The plural of an English word, by the plain rules: `articles`, `categories`, `boxes`.
    fileprivate var plural: String {
        if hasSuffix("y"), !"aeiou".contains(dropLast().last ?? "a") { return dropLast() + "ies" }
        return self + (["s", "x", "z", "ch", "sh"].contains { hasSuffix($0) } ? "es" : "s")
    }
}
