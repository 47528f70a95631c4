import Foundation

extension Teapot {
    /// The received part of an interrupted download, which the next attempt continues.
    ///
    /// Pass the same object to consecutive downloads of the same resource to continue where the last one left off. The
    /// object removes its hidden file when it is released.
    public final class PartialDownload: Sendable {
        /// The bytes of a download that ended early, in a file that no download is currently writing.
        private struct Rest {
            var file: URL
            var length: Int
            /// The head of the response that the first of the bytes came from.
            var head: Response
        }

        private struct State {
            var rest: Rest?
            /// Whether a later download can continue the bytes of the current one.
            var isResumable = false
        }

        /// The file of one download, which may begin with the bytes of an earlier one.
        struct Part {
            let file: PartialFile
            /// The number of bytes of earlier downloads.
            var offset = 0
            /// The head of the response that started the file.
            fileprivate var head: Response
            /// The length of the complete file, if a range specifies it.
            fileprivate var required: Int?
        }

        private let state = Locked(State())
        /// Whether the object is used for only one download.
        private let isTemporary: Bool

        /// Creates an empty partial download.
        public convenience init() { self.init(isTemporary: false) }

        init(isTemporary: Bool) { self.isTemporary = isTemporary }

        deinit { discard() }

        /// The number of bytes received so far.
        public var length: Int { state.withLock { $0.rest?.length ?? 0 } }

        /// Deletes the bytes received so far, with their file.
        ///
        /// - Returns: Whether there were any bytes.
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

        /// Deletes the bytes at the end of a download if the object is used only for that download.
        func end() {
            guard isTemporary else { return }
            state.withLock { $0.isResumable = false }
            discard()
        }

        /// Returns the request for the missing bytes (RFC 9110 §14.2), or for all bytes if the resource has changed
        /// (§13.1.5).
        ///
        /// Bytes of a compressed body can't be counted, so a truncated body could pass for a complete one.
        func resuming(_ request: Request) -> Request {
            let isResumable = request.method == .get && !request.hasConditions
            if !isResumable { discard() }
            let rest = state.withLock { state in
                state.isResumable = isResumable
                return state.rest
            }
            var request = request
            if request.headers["Accept-Encoding"] == nil { request.headers["Accept-Encoding"] = "identity" }
            guard let rest else { return request }
            request.headers["Range"] = "bytes=\(rest.length)-"
            request.headers["If-Range"] = rest.head.rangeValidator
            // A range of a compressed body is not a part of the uncompressed one.
            request.headers["Accept-Encoding"] = "identity"
            return request
        }

        /// Returns the file for the body of a response.
        ///
        /// It begins with the bytes received so far if the response continues the same version.
        func open(_ response: Response, for target: URL) throws(TeapotError) -> Part {
            // From here on, no other download can continue this file.
            let rest = replace(with: nil)
            var unused = rest
            defer { if let unused { unlink(unused.file.path) } }
            let range = response.statusCode == 206 ? response.headers["Content-Range"]?.lowercased() ?? "" : ""
            guard response.statusCode == 206, state.withLock({ $0.isResumable }) else {
                // If the response has a range, the caller requested it.
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
        /// An incomplete file is kept if it can be continued; it replaces a file kept by another download.
        func close(_ part: Part, length: Int, isWhole: Bool) throws(TeapotError) {
            if isWhole, (part.required ?? length) == length { return try part.file.commit() }
            let isKept = part.head.rangeValidator != nil && length > 0 && state.withLock { $0.isResumable }
            if isKept, part.file.close(at: length) {
                let other = replace(with: Rest(file: part.file.part, length: length, head: part.head))
                if let other { unlink(other.file.path) }
            } else {
                part.file.discard()
            }
            if isWhole { throw .make(.incompleteResponse, "it has \(length) of \(part.required ?? 0) bytes") }
        }
    }
}

extension Teapot.Request {
    /// Whether the request asks for a range or has conditions.
    package var hasConditions: Bool {
        headers.contains { field in ["range", "if-"].contains { field.name.lowercased().hasPrefix($0) } }
    }
}

extension Teapot.Response {
    /// Whether the body is not compressed, so that its bytes can be counted.
    fileprivate var isPlain: Bool { ["identity", nil].contains(headers["Content-Encoding"]?.lowercased()) }

    /// The strong validator of this version of the body (RFC 9110 §8.8.1), if the body isn't compressed.
    ///
    /// It's an `ETag` or, if there is none, a `Last-Modified` at least a minute before the `Date`, since the body may
    /// have changed twice within a second (§8.8.2.2).
    package var rangeValidator: String? {
        guard isPlain else { return nil }
        if let tag = headers["ETag"] { return tag.hasPrefix("W/") ? nil : tag }
        guard let text = headers["Last-Modified"], let modified = Date.parsing(httpDate: text),
            let date = headers["Date"].flatMap({ Date.parsing(httpDate: $0) })
        else { return nil }
        return date.timeIntervalSince(modified) >= 60 ? text : nil
    }

    /// The length of the whole body, if it is known.
    package var total: Int? {
        statusCode == 206 ? headers["Content-Range"]?.rangeTotal : plainLength.flatMap { Int(exactly: $0) }
    }

    /// Returns whether a part belongs to the same version of the body as an earlier response and can follow it.
    ///
    /// A server must not send a part of another version, because `If-Range` names the version (RFC 9110 §13.1.5). Some
    /// servers do so anyway, so both must have the same strong validator.
    package func isPart(ofVersionOf head: Self) -> Bool {
        guard let validator = rangeValidator, validator == head.rangeValidator else { return false }
        return total == nil || head.total == nil || total == head.total
    }

    /// Returns the response to the last range request as if it were a response with the whole body.
    func wholeOfRanges() -> Self {
        var whole = self
        whole.statusCode = 200
        whole.headers["Content-Length"] = headers["Content-Range"]?.rangeTotal.map { "\($0)" }
        whole.headers["Content-Range"] = nil
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
        // The sum can only overflow for a range longer than any body.
        return (ends[1] - ends[0]) &+ 1
    }
}
