public import Foundation
import Teapot
public import TeapotMock

extension Router {
    /// Registers the routes of a REST resource whose entities are in a store.
    ///
    /// ```swift
    /// store.create(Article.self, number: 20)
    /// router.resource(Article.self, in: store)
    /// ```
    ///
    /// | Request | Effect | Response |
    /// |---|---|---|
    /// | `GET /articles` | lists entities; see below | 200 |
    /// | `GET /articles/7` | finds one | 200, or 404 |
    /// | `POST /articles` | inserts one, with a new id by default | 201 with `Location`, or 409 if its ID is taken |
    /// | `PUT /articles/7` | replaces one | 200, 404, or 409 if the body has another ID |
    /// | `PATCH /articles/7` | changes one: a JSON merge patch (RFC 7396) | 200, 404, or 409 if the ID changes |
    /// | `DELETE /articles/7` | deletes one | 204, or 404 |
    ///
    /// The query filters, sorts and pages a list, in this order:
    ///
    /// - `?author=Ada` keeps the entities whose member `author` is that text, number, Boolean or `null`;
    ///   `?author.name=Ada` looks inside an object, and a repeated name allows any of its values. Entities without the
    ///   member are omitted.
    /// - `?sort=author,-date` sorts by members; a minus sign reverses the order. Numbers are sorted by value and
    ///   strings by their characters. Entities without the member come last.
    /// - `?page=2&per_page=10` returns a page, counted from 1; `per_page` defaults to 20. The response has a `Link` to
    ///   the first, previous, next and last page (RFC 8288).
    ///
    /// Every list has an `X-Total-Count` header with the number of entities on all pages. A request that can't be read
    /// gets status 400. The body of an error is an object with an `error` member that describes the problem.
    ///
    /// - Parameters:
    ///   - type: The type of the entities. Its coding determines the bodies.
    ///   - store: The store with the entities.
    ///   - path: The path below the router's base URL, or `nil` for the plural of the type's name in lowercase, such as
    ///     `/articles`, `/categories`, `/boxes`.
    ///   - coders: The encoder and the decoder for entities.
    ///   - fileID: The file where the routes are registered.
    ///   - filePath: The path of that file.
    ///   - line: The line where the routes are registered.
    /// - Returns: The tokens that remove the routes, one for each row of the table. The routes are optional: a test
    ///   doesn't fail if one of them is never used.
    @discardableResult
    public func resource<Entity: Storable & Codable>(
        _ type: Entity.Type = Entity.self,
        in store: Store,
        at path: String? = nil,
        coders: ResourceCoders = ResourceCoders(),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> [Router.Registration] {
        let path = path ?? "/" + Entity.storedName.lowercased().plural
        let resource = Resource<Entity>(store: store, coding: ResourceCoding(coders))
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(resource, list: .path(path), item: .path(path + "/:id"), place)
    }

    /// Registers the routes of a resource.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - list: The path of all entities.
    ///   - item: The path of one entity, with the variable `id`.
    ///   - place: The place in the source code where the routes are registered.
    /// - Returns: The tokens that remove the routes.
    func add<Entity: Storable>(
        _ resource: Resource<Entity>, list: Rule, item: Rule, _ place: SourcePlace
    ) -> [Router.Registration] {
        [
            add(.get, list, place, resource.list),
            add(.get, item, place, resource.find),
            add(.post, list, place, resource.insert),
            add(.put, item, place, resource.replace),
            add(.patch, item, place, resource.change),
            add(.delete, item, place, resource.delete),
        ]
    }

    /// Registers a route whose handler may refuse a request; a test doesn't fail if the route is never used.
    func add(
        _ method: Teapot.Method, _ path: Rule, _ place: SourcePlace,
        _ handler: @escaping @Sendable (Request) throws -> Response
    ) -> Router.Registration {
        let handler = Route.Handler.immediate { request in
            do {
                return try handler(request)
            } catch let refusal as ResourceRefusal {
                return .json(["error": refusal.reason], status: refusal.status)
            }
        }
        return add(Route(rules: [.method(method), path], handler: handler, place: place))
            .optional()
    }
}

/// The encoder and the decoder for the entities of a resource.
public struct ResourceCoders: Sendable {
    /// A closure that creates the encoder.
    public var encoder: @Sendable () -> JSONEncoder
    /// A closure that creates the decoder.
    public var decoder: @Sendable () -> JSONDecoder

    /// Creates a pair of coders.
    ///
    /// - Parameters:
    ///   - encoder: A closure that creates the encoder. The default encoder writes dates in ISO 8601.
    ///   - decoder: A closure that creates the decoder. The default decoder reads such dates.
    public init(
        encoder: @escaping @Sendable () -> JSONEncoder = {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            return encoder
        },
        decoder: @escaping @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
    ) {
        self.encoder = encoder
        self.decoder = decoder
    }
}

extension String {
    /// The plural of an English word by the regular rules: `articles`, `categories`, `boxes`.
    fileprivate var plural: String {
        if hasSuffix("y"), !"aeiou".contains(dropLast().last ?? "a") { return dropLast() + "ies" }
        return self + (["s", "x", "z", "ch", "sh"].contains { hasSuffix($0) } ? "es" : "s")
    }
}
