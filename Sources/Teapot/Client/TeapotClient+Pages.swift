// Lists that come in pages, linked by `Link` header fields (RFC 8288) or by a cursor.
extension TeapotClient {
    /// Reads the pages of a list, following the `Link` header fields with the relation `next`.
    ///
    /// - Parameters:
    ///   - path: The path of the first page below the base URL.
    ///   - query: Items for the query of the first page.
    ///   - headerFields: Header fields, which replace the client's own of the same name. They go to the next pages too,
    ///     to another origin as with a redirect.
    /// - Returns: The responses, one for each page. It throws a ``TeapotError``.
    public func pages(_ path: String, query: [URLQueryItem] = [], headerFields: [String: String] = [:])
        -> Teapot.Pages<Teapot.Response>
    { pages(from: build(.get, path, query, Teapot.Payload.none, headerFields, nil, true), next: nil) { $0 } }

    /// Reads and decodes the pages of a list, following the `Link` header fields with the relation `next`.
    ///
    /// - Parameters:
    ///   - path: The path of the first page below the base URL.
    ///   - query: Items for the query of the first page.
    ///   - headerFields: Header fields, which replace the client's own of the same name. They go to the next pages too,
    ///     to another origin as with a redirect.
    ///   - type: The type of a page.
    /// - Returns: The decoded pages. It throws a ``TeapotError``.
    public func pages<Page: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = [], headerFields: [String: String] = [:], as type: Page.Type
    ) -> Teapot.Pages<Page> {
        pages(from: build(.get, path, query, Teapot.Payload.none, headerFields, nil, true), next: nil) {
            try $0.decode(type)
        }
    }

    /// Reads the pages of a list, beginning with a request that was built before.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - next: Returns the request for the page behind the given one, or `nil` behind the last; by the `Link` header
    ///     field unless given.
    /// - Returns: The responses, one for each page. It throws a ``TeapotError``, or what `next` throws.
    public func pages(
        _ request: Teapot.Request, next: (@Sendable (Teapot.Response) throws -> Teapot.Request?)? = nil
    ) -> Teapot.Pages<Teapot.Response> { pages(from: .success(request), next: next) { $0 } }

    /// Reads and decodes the pages of a list, beginning with a request that was built before.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - type: The type of a page.
    ///   - next: Returns the request for the page behind the given one, such as one with the page's cursor, or `nil`
    ///     behind the last; by the `Link` header field unless given.
    /// - Returns: The decoded pages. It throws a ``TeapotError``, or what `next` throws.
    public func pages<Page: Decodable & Sendable>(
        _ request: Teapot.Request, as type: Page.Type, next: (@Sendable (Page) throws -> Teapot.Request?)? = nil
    ) -> Teapot.Pages<Page> { pages(from: .success(request), next: next) { try $0.decode(type) } }

    private func pages<Page: Sendable>(
        from first: Result<Teapot.Request, TeapotError>, next: (@Sendable (Page) throws -> Teapot.Request?)?,
        page: @escaping @Sendable (Teapot.Response) throws -> Page
    ) -> Teapot.Pages<Page> {
        Teapot.Pages(first: first) { request in
            let response = try await send(request)
            let page = try page(response)
            return (page, try next.map { try $0(page) } ?? request.nextPage(response, options))
        }
    }
}
