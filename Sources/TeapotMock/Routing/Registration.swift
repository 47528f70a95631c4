extension Router {
    /// A registered route, to be changed or removed.
    public struct Registration: Sendable {
        let router: Router
        /// The position of the route in the order of registration, starting at 1.
        ///
        /// Journal entries refer to it.
        public let number: Int

        /// Removes the route from its router.
        ///
        /// Responses that have begun are completed.
        ///
        /// Does nothing if the route was removed before.
        public func remove() { router.remove(number) }

        /// Allows the route to remain unused: no test fails because no request matched it, or fewer requests than the
        /// route has responses, or than its `times:`.
        ///
        /// - Returns: This token.
        @discardableResult
        public func optional() -> Router.Registration {
            router.update(number) { $0.isOptional = true }
            return self
        }

        /// Allows the route to answer fewer requests than it has responses, or than its `times:`, but at least one.
        ///
        /// Otherwise a test fails if some of the responses that the route gives one after another were never used, or
        /// if a route with `times: 2` answered one request.
        ///
        /// - Returns: This token.
        @discardableResult
        public func allowsEarlyEnd() -> Router.Registration {
            router.update(number) { $0.allowsEarlyEnd = true }
            return self
        }

        /// Requires header fields in each request that the route matches.
        ///
        /// They replace the ones that were required before.
        ///
        /// A request that lacks one of the fields, or has another value for it, is not answered. It fails with
        /// `incorrectHeaders`, which names each incorrect field. If such a request is to be answered by another route,
        /// use a rule instead: `Rule.headers(_:)`.
        ///
        /// - Parameters:
        ///   - headers: The expected values by name. Names are case-insensitive. A request may have further header
        ///     fields.
        ///   - fileID: The module and the file in which the header fields are required.
        ///   - filePath: The full path of the file in which the header fields are required.
        ///   - line: The line on which the header fields are required.
        /// - Returns: This token.
        @discardableResult
        public func expecting(
            headers: [String: String],
            fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
        ) -> Router.Registration {
            let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            // A route that no request matched is reported itself.
            router.expect(headers, by: number, isOptional: true, place)
            return self
        }

        /// The number of requests that the route has answered or is answering, without a `HEAD` that a route for `GET`
        /// answers.
        public var answerCount: Int { router.answerCount(of: number) }
    }
}
