extension Teapot {
    /// What has come of a download that was cut, for the next try to go on from.
    ///
    /// Handed to several downloads of the same thing, one after the other, it goes on from one to the next. Its hidden
    /// file is removed with it.
    public final class PartialDownload: Sendable {
        private struct State {
            /// The hidden file, while no download writes to it.
            var file: URL?
            var length = 0
            /// The strong `ETag`, else the `Last-Modified`, of what it is a part of.
            var validator: String?
            /// The length of the whole, where a range says it.
            var total: Int?
            /// Whether what comes may be gone on with later.
            var isResumable = false
        }

        private let state = Locked(State())
        /// Whether it ends with its download.
        private let isTemporary: Bool

        /// Creates an empty one.
        public convenience init() { self.init(isTemporary: false) }

        init(isTemporary: Bool) { self.isTemporary = isTemporary }

        deinit { discard() }

        /// How many bytes there are to go on from.
        public var length: Int { state.withLock { $0.file == nil ? 0 : $0.length } }

        /// Forgets what has come, and removes its file.
        ///
        /// - Returns: Whether there was anything.
        @discardableResult public func discard() -> Bool {
            let file = state.withLock { state in
                defer { state.file = nil }
                return state.file
            }
            if let file { unlink(file.path) }
            return file != nil
        }

        /// Keeps nothing behind the end of a download that has this for itself alone.
        func end() {
            guard isTemporary else { return }
            state.withLock { $0.isResumable = false }
            discard()
        }

        /// The request for what is missing (RFC 9110 §14.2), or for all of it if it has changed (§13.1.5).
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
            // A range of a compressed body is none of what it was before.
            request.headerFields["Accept-Encoding"] = "identity"
            return request
        }

        /// The file for the body of a response, and how much of it there is already.
        func open(_ response: Response, for target: URL) throws(TeapotError) -> (file: PartialFile, offset: Int) {
            let range = response.headerFields["Content-Range"] ?? ""
            let before = state.withLock { state in
                let before = state
                // Nobody else goes on with it from here on.
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

        /// Puts a file in its place if it is whole, and keeps it otherwise if that is of use.
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
    /// Whether the body comes as it is, so that its bytes can be counted.
    fileprivate var isPlain: Bool { ["identity", nil].contains(headerFields["Content-Encoding"]?.lowercased()) }

    /// What tells this version of the body from another.
    fileprivate var rangeValidator: String? {
        guard isPlain else { return nil }
        let tag = headerFields["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        return tag ?? headerFields["Last-Modified"]
    }

    /// The response to the last request for a part, as if it had been for the whole.
    func wholeOfRanges() -> Self {
        var whole = self
        whole.statusCode = 200
        whole.headerFields["Content-Length"] = headerFields["Content-Range"]?.rangeTotal.map { "\($0)" }
        whole.headerFields["Content-Range"] = nil
        return whole
    }
}

extension String {
    /// The length of the whole in a `Content-Range` (RFC 9110 §14.4).
    fileprivate var rangeTotal: Int? { split(separator: "/").last.flatMap { Int($0) } }
}
