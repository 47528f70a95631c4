import Foundation
public import Teapot

extension Teapot {
    /// The pages of a list, each requested after the previous one has been read.
    ///
    /// Leaving the loop, or cancelling its task, stops the requests. A link to a page that has already been read throws
    /// a ``TeapotError`` of type `invalidLink`.
    public struct Pages<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol, Sendable {
        var upcoming: Result<Request, TeapotError>?
        let read: @Sendable (Request) async throws -> (page: Element, next: Request?)
        private var seen: Set<Data> = []

        init(
            first: Result<Request, TeapotError>,
            read: @escaping @Sendable (Request) async throws -> (page: Element, next: Request?)
        ) { (upcoming, self.read) = (first, read) }

        /// Returns an iterator that starts with the first page.
        public func makeAsyncIterator() -> Self { self }

        /// Returns the next page, or `nil` after the last.
        public mutating func next() async throws -> Element? {
            guard let request = try upcoming?.get() else { return nil }
            upcoming = nil
            guard seen.insert(request.identity).inserted else {
                throw TeapotError.make(
                    .invalidLink,
                    "“\(request.url)” has already been read: the links to the next pages form a loop")
            }
            let (page, next) = try await read(request)
            upcoming = next.map { .success($0) }
            return page
        }
    }
}

extension Teapot.Request {
    /// The parts that distinguish pages: the method, the URL, and the body if it is in memory.
    fileprivate var identity: Data {
        let head = Data("\(method) \(url)\n".utf8)
        return if case .data(let data) = body { head + data } else { head }
    }

    /// Returns the request for the next page, from the `Link` header, or `nil` after the last.
    ///
    /// Another origin receives only the headers that a redirect would keep.
    func nextPage(_ response: Teapot.Response, _ options: Teapot.Options) throws(TeapotError) -> Self? {
        guard let link = response.link("next") else { return nil }
        guard link.isOfServer else {
            throw .make(.invalidLink, "“\(link)” is not an http or https URL", response: response)
        }
        var next = moved(to: link.withUserInfo(of: url), asGet: method != .get, isForwarded: options.isForwarded)
        next.id = .random()
        return next
    }
}
