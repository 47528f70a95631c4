import Foundation
public import Teapot

// Paged lists, linked by `Link` headers (RFC 8288) or by a cursor.
extension TeapotClient {
    /// Returns the pages of a list, following the `Link` headers with the relation `next`.
    ///
    /// - Parameters:
    ///   - path: The path of the first page below the base URL.
    ///   - query: The items to add to the query of the first page.
    ///   - headerFields: The headers, which replace the client's headers with the same names. They're also sent with
    ///     the requests for later pages. Another origin receives only those that a redirect would keep.
    /// - Returns: The responses, one for each page. The sequence throws a ``TeapotError``.
    public func pages(_ path: String, query: Teapot.Query = [], headerFields: [String: String] = [:])
        -> Teapot.Pages<Teapot.Response>
    { pages(from: build(.get, path, query, Teapot.Payload.none, headerFields, nil, true), next: nil) { $0 } }

    /// Returns the decoded pages of a list, following the `Link` headers with the relation `next`.
    ///
    /// - Parameters:
    ///   - path: The path of the first page below the base URL.
    ///   - query: The items to add to the query of the first page.
    ///   - headerFields: The headers, which replace the client's headers with the same names. They're also sent with
    ///     the requests for later pages. Another origin receives only those that a redirect would keep.
    ///   - type: The type of each page.
    /// - Returns: The decoded pages. The sequence throws a ``TeapotError``.
    public func pages<Page: Decodable & Sendable>(
        _ path: String, query: Teapot.Query = [], headerFields: [String: String] = [:], as type: Page.Type
    ) -> Teapot.Pages<Page> {
        pages(from: build(.get, path, query, Teapot.Payload.none, headerFields, nil, true), next: nil) {
            response throws(TeapotError) in try response.decode(type)
        }
    }

    /// Returns the pages of a list, beginning with an existing request.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - next: A closure that returns the request for the page after the given one, or `nil` after the last. By
    ///     default, it follows the `Link` header.
    /// - Returns: The responses, one for each page. The sequence throws a ``TeapotError``, or the error that `next`
    ///   throws.
    public func pages(
        _ request: Teapot.Request, next: (@Sendable (Teapot.Response) throws -> Teapot.Request?)? = nil
    ) -> Teapot.Pages<Teapot.Response> { pages(from: .success(request), next: next) { $0 } }

    /// Returns the decoded pages of a list, beginning with an existing request.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - type: The type of each page.
    ///   - next: A closure that returns the request for the page after the given one, for example with the page's
    ///     cursor, or `nil` after the last. By default, it follows the `Link` header.
    /// - Returns: The decoded pages. The sequence throws a ``TeapotError``, or the error that `next` throws.
    public func pages<Page: Decodable & Sendable>(
        _ request: Teapot.Request, as type: Page.Type, next: (@Sendable (Page) throws -> Teapot.Request?)? = nil
    ) -> Teapot.Pages<Page> {
        pages(from: .success(request), next: next) { response throws(TeapotError) in try response.decode(type) }
    }

    private func pages<Page: Sendable>(
        from first: Result<Teapot.Request, TeapotError>, next: (@Sendable (Page) throws -> Teapot.Request?)?,
        page: @escaping @Sendable (Teapot.Response) throws(TeapotError) -> Page
    ) -> Teapot.Pages<Page> {
        Teapot.Pages(first: first) { request in
            let response = try await send(request)
            let page = try logging(request) { () throws(TeapotError) in try page(response) }
            return (page, try next.map { try $0(page) } ?? request.nextPage(response, options))
        }
    }
}
