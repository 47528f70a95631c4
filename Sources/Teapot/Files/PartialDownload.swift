extension Teapot {
    /// The part of an interrupted download that was received, to be resumed by the next attempt.
    ///
    /// Pass the same object to consecutive downloads of the same resource to continue one with the next. Its hidden
    /// file is removed with the object.
    public final class PartialDownload: Sendable {
        private struct State {
            /// The hidden file, while no download writes to it.
            var file: URL?
            var length = 0
            /// The strong `ETag` of the resource, or else its `Last-Modified`.
            var validator: String?
            /// The length of the whole resource, if a range specifies it.
            var total: Int?
            /// A Boolean value that indicates whether the bytes of the current download can be continued later.
            var isResumable = false
        }

        private let state = Locked(State())
        /// A Boolean value that indicates whether the object is used for one download only.
        private let isTemporary: Bool

        /// Creates an empty partial download.
        public convenience init() { self.init(isTemporary: false) }

        init(isTemporary: Bool) { self.isTemporary = isTemporary }

        deinit { discard() }

        /// The number of bytes received so far.
        public var length: Int { state.withLock { $0.file == nil ? 0 : $0.length } }

        /// Deletes the bytes received so far, with their file.
        ///
        /// - Returns: A Boolean value that indicates whether there were any.
        @discardableResult public func discard() -> Bool {
            let file = state.withLock { state in
                defer { state.file = nil }
                return state.file
            }
            if let file { unlink(file.path) }
            return file != nil
        }

        /// Deletes the bytes at the end of a download if the object is used for that download only.
        func end() {
            guard isTemporary else { return }
            state.withLock { $0.isResumable = false }
            discard()
        }

        /// Returns the request for the missing bytes (RFC 9110 §14.2), or for all bytes if the resource has changed
        /// (§13.1.5).
        func resuming(_ request: Request) -> Request {
            let isResumable = request.method == .get && !request.hasConditions
            if !isResumable { discard() }
            let state = state.withLock { state in
                state.isResumable = isResumable
                return state
            }
            guard state.file != nil else { return request }
            var request = request
            request.headerFields["Range"] = "bytes=\(state.length)-"
            request.headerFields["If-Range"] = state.validator
            // A range of a compressed body is not a part of the uncompressed one.
            request.headerFields["Accept-Encoding"] = "identity"
            return request
        }

        /// Returns the file for the body of a response, and the number of bytes that it already has.
        func open(_ response: Response, for target: URL) throws(TeapotError) -> (file: PartialFile, offset: Int) {
            let range = response.headerFields["Content-Range"] ?? ""
            let before = state.withLock { state in
                let before = state
                // From here on no other download can continue the file.
                state.file = nil
                if response.statusCode != 206 || before.file == nil { state.validator = response.rangeValidator }
                state.total = response.statusCode == 206 ? range.rangeTotal : nil
                return before
            }
            let isPart = response.statusCode == 206 && before.isResumable
            if let part = before.file, isPart, response.isPlain, range.hasPrefix("bytes \(before.length)-") {
                do { return (try PartialFile(continuing: part, for: target), before.length) } catch {
                    unlink(part.path)
                    throw error
                }
            }
            if let part = before.file { unlink(part.path) }
            guard !isPart else {
                throw .make(.incompleteResponse, "it is no part to go on with: “\(range)”", response: response)
            }
            return (try PartialFile(for: target), 0)
        }

        /// Moves a complete file to its destination.
        ///
        /// An incomplete one is kept if it can be continued.
        func close(_ file: PartialFile, length: Int, isWhole: Bool) throws(TeapotError) {
            let state = state.withLock { $0 }
            let isComplete = isWhole && (state.total ?? length) == length
            if isComplete { return try file.commit() }
            let isKept = state.isResumable && state.validator != nil && length > 0
            if isKept, file.close() {
                self.state.withLock { state in
                    state.file = file.part
                    state.length = length
                }
            } else {
                file.discard()
            }
            if isWhole { throw .make(.incompleteResponse, "it has \(length) bytes of \(state.total ?? 0)") }
        }
    }
}

extension Teapot.Response {
    /// A Boolean value that indicates whether the body is not compressed, so that its bytes can be counted.
    fileprivate var isPlain: Bool { ["identity", nil].contains(headerFields["Content-Encoding"]?.lowercased()) }

    /// The validator that distinguishes this version of the body from others.
    fileprivate var rangeValidator: String? {
        guard isPlain else { return nil }
        let tag = headerFields["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        return tag ?? headerFields["Last-Modified"]
    }

    /// Returns the response to the last request for a part, changed to a response to a request for the whole.
    func wholeOfRanges() -> Self {
        var whole = self
        whole.statusCode = 200
        whole.headerFields["Content-Length"] = headerFields["Content-Range"]?.rangeTotal.map { "\($0)" }
        whole.headerFields["Content-Range"] = nil
        return whole
    }
}

extension String {
    /// The length of the whole resource in a `Content-Range` (RFC 9110 §14.4).
    fileprivate var rangeTotal: Int? { split(separator: "/").last.flatMap { Int($0) } }
}
