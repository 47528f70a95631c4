extension Router {
    /// A token for changing or removing a registered route.
    public struct Registration: Sendable {
        let router: Router
        /// The position of the route in the order of registration, starting at 1.
        ///
        /// Journal entries refer to it.
        public let number: Int

        /// Removes the route from its router.
        ///
        /// Responses that have begun still complete.
        ///
        /// It does nothing if the route has already been removed.
        public func remove() { router.remove(number) }

        /// Allows the route to stay unused: a test doesn't fail if no request matches the route, or if the route
        /// answers fewer requests than it has responses, or than `times:` allows.
        ///
        /// - Returns: This token.
        @discardableResult
        public func optional() -> Router.Registration {
            router.update(number) { $0.isOptional = true }
            return self
        }

        /// Allows the route to answer fewer requests than it has responses, or than `times:` allows, but at least one.
        ///
        /// Otherwise, a test fails if some of the route's responses were never used, or if a route with `times: 2`
        /// answered only one request.
        ///
        /// - Returns: This token.
        @discardableResult
        public func allowsEarlyEnd() -> Router.Registration {
            router.update(number) { $0.allowsEarlyEnd = true }
            return self
        }

        /// Requires headers in each request that the route matches.
        ///
        /// They replace any headers required earlier.
        ///
        /// A request that lacks one of the headers, or has a different value for it, isn't answered. It fails with
        /// `incorrectHeaders`, which names each incorrect header. To let another route answer such a request, use the
        /// rule `Rule.headers(_:)` instead.
        ///
        /// - Parameters:
        ///   - headers: The expected values by name. Names are case-insensitive. A request may have other headers.
        ///   - fileID: The module and the file where the headers are required.
        ///   - filePath: The full path of the file where the headers are required.
        ///   - line: The line where the headers are required.
        /// - Returns: This token.
        @discardableResult
        public func expecting(
            headers: [String: String],
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
        ) -> Router.Registration {
            let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            // If no request matched the route, that is already reported.
            router.expect(headers, by: number, isOptional: true, place)
            return self
        }

        /// The number of requests that the route has answered or is answering; a `HEAD` answered by a route for `GET`
        /// isn't counted.
        public var answerCount: Int { router.answerCount(of: number) }
    }
}
