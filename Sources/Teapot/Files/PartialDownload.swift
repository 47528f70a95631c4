import Foundation

extension Teapot {
    /// The part of an interrupted download that was received, to be resumed by the next attempt.
    ///
    /// Pass the same object to consecutive downloads of the same resource to continue one with the next. Its hidden
    /// file is removed with the object.
    public final class PartialDownload: Sendable {
        /// The bytes of a download that ended early, in a file that no download writes to.
        private struct Rest {
            var file: URL
            var length: Int
            /// The head of the response that they began with.
            var head: Response
        }

        private struct State {
            var rest: Rest?
            /// Whether the bytes of the current download can be continued later.
            var isResumable = false
        }

        /// The file of one download, which may begin with the bytes of an earlier one.
        struct Part {
            let file: PartialFile
            /// The number of bytes of earlier downloads.
            var offset = 0
            /// The head of the response that the file begins with.
            fileprivate var head: Response
            /// The length of the complete file, if a range specifies it.
            fileprivate var required: Int?
        }

        private let state = Locked(State())
        /// Whether the object is used for one download only.
        private let isTemporary: Bool

        /// Creates an empty partial download.
        public convenience init() { self.init(isTemporary: false) }

        init(isTemporary: Bool) { self.isTemporary = isTemporary }

        deinit { discard() }

        /// The number of bytes received so far.
        public var length: Int { state.withLock { $0.rest?.length ?? 0 } }

        /// Deletes the bytes received so far, with their file.
        ///
        /// - Returns: Whether there were any.
        @discardableResult package func discard() -> Bool {
            guard let rest = replace(with: nil) else { return false }
            unlink(rest.file.path)
            return true
        }

        private func replace(with rest: Rest?) -> Rest? {
            state.withLock { state in
                defer { state.rest = rest }
                return state.rest
            }
        }

        /// Deletes the bytes at the end of a download if the object is used for that download only.
        func end() {
            guard isTemporary else { return }
            state.withLock { $0.isResumable = false }
            discard()
        }

        /// Returns the request for the missing bytes (RFC 9110 §14.2), or for all bytes if the resource has changed
        /// (§13.1.5).
        ///
        /// The bytes of a compressed body can't be counted, so that one that was cut could count as complete.
        func resuming(_ request: Request) -> Request {
            let isResumable = request.method == .get && !request.hasConditions
            if !isResumable { discard() }
            let rest = state.withLock { state in
                state.isResumable = isResumable
                return state.rest
            }
            var request = request
            if request.headerFields["Accept-Encoding"] == nil { request.headerFields["Accept-Encoding"] = "identity" }
            guard let rest else { return request }
            request.headerFields["Range"] = "bytes=\(rest.length)-"
            request.headerFields["If-Range"] = rest.head.rangeValidator
            // A range of a compressed body is not a part of the uncompressed one.
            request.headerFields["Accept-Encoding"] = "identity"
            return request
        }

        /// Returns the file for the body of a response, which begins with the bytes received so far if the response is
        /// the rest of the same version.
        func open(_ response: Response, for target: URL) throws(TeapotError) -> Part {
            // From here on no other download can continue the file.
            let rest = replace(with: nil)
            var unused = rest
            defer { if let unused { unlink(unused.file.path) } }
            let range = response.statusCode == 206 ? response.headerFields["Content-Range"]?.lowercased() ?? "" : ""
            guard response.statusCode == 206, state.withLock({ $0.isResumable }) else {
                // The caller asked for a range, if there is one.
                return Part(file: try PartialFile(for: target), head: response, required: range.rangeLength)
            }
            guard let rest, range.hasPrefix("bytes \(rest.length)-"), let length = range.rangeLength,
                length <= (range.rangeTotal ?? Int.max) - rest.length, response.isPart(ofVersionOf: rest.head)
            else {
                let problem = "the range “\(range)” does not continue the bytes received before"
                throw .make(.incompleteResponse, problem, response: response)
            }
            let file = try PartialFile(continuing: rest.file, for: target)
            unused = nil
            let required = range.rangeTotal ?? rest.head.total
            return Part(file: file, offset: rest.length, head: rest.head, required: required)
        }

        /// Moves a complete file to its destination.
        ///
        /// An incomplete one is kept if it can be continued, in place of one that another download has kept.
        func close(_ part: Part, length: Int, isWhole: Bool) throws(TeapotError) {
            if isWhole, (part.required ?? length) == length { return try part.file.commit() }
            let isKept = part.head.rangeValidator != nil && length > 0 && state.withLock { $0.isResumable }
            if isKept, part.file.close(at: length) {
                let other = replace(with: Rest(file: part.file.part, length: length, head: part.head))
                if let other { unlink(other.file.path) }
            } else {
                part.file.discard()
            }
            if isWhole { throw .make(.incompleteResponse, "it has \(length) bytes of \(part.required ?? 0)") }
        }
    }
}

extension Teapot.Request {
    /// Whether the request asks for a part, or has conditions.
    package var hasConditions: Bool {
        headerFields.contains { field in ["range", "if-"].contains { field.name.lowercased().hasPrefix($0) } }
    }
}

extension Teapot.Response {
    /// Whether the body is not compressed, so that its bytes can be counted.
    fileprivate var isPlain: Bool { ["identity", nil].contains(headerFields["Content-Encoding"]?.lowercased()) }

    /// The strong validator that distinguishes this version of the body from all others (RFC 9110 §8.8.1), if it is not
    /// compressed.
    ///
    /// It is an `ETag`. Only where there is none, it is a `Last-Modified` of at least a minute before the `Date`, since
    /// the body may have changed twice within a second (§8.8.2.2).
    package var rangeValidator: String? {
        guard isPlain else { return nil }
        if let tag = headerFields["ETag"] { return tag.hasPrefix("W/") ? nil : tag }
        guard let text = headerFields["Last-Modified"], let modified = Date.parsing(httpDate: text),
            let date = headerFields["Date"].flatMap({ Date.parsing(httpDate: $0) })
        else { return nil }
        return date.timeIntervalSince(modified) >= 60 ? text : nil
    }

    /// The length of the whole body, if it is known.
    package var total: Int? {
        statusCode == 206 ? headerFields["Content-Range"]?.rangeTotal : plainLength.flatMap { Int(exactly: $0) }
    }

    /// Returns whether a part belongs to the same version of the body as an earlier response, so that it can follow.
    ///
    /// A server must not send a part of another version, because `If-Range` has named the version (RFC 9110 §13.1.5).
    /// Some do, so both must have the same strong validator.
    package func isPart(ofVersionOf head: Self) -> Bool {
        guard let validator = rangeValidator, validator == head.rangeValidator else { return false }
        return total == nil || head.total == nil || total == head.total
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
    package var rangeTotal: Int? { split(separator: "/").last.flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }

    /// The number of bytes in the range of a `Content-Range`.
    fileprivate var rangeLength: Int? {
        let ends = dropFirst("bytes ".count).prefix { $0 != "/" }.split(separator: "-").compactMap { Int($0) }
        guard hasPrefix("bytes "), ends.count == 2, ends[0] <= ends[1] else { return nil }
        // The sum overflows for a range that is as long as a number can be, which no body has.
        return (ends[1] - ends[0]) &+ 1
    }
}
