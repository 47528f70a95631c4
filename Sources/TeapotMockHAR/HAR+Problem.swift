public import Foundation

extension HAR {
    /// A problem in a file, and its place.
    public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// The file's name.
        public let file: String
        /// The line, counted from 1, if the file isn't valid JSON.
        public let line: Int?
        /// The column in that line, counted from 1.
        public let column: Int?
        /// The place in the document (RFC 6901), such as `/log/entries/3/request/url`, or `nil` if there's none to add.
        public let pointer: String?
        /// The description of the problem and its effect.
        public let reason: String
        /// The kind of entry that was skipped, or `nil` if only a part of it was omitted.
        package internal(set) var skipped: SkippedEntry?
        /// Whether nothing is lost, as with a `data:` URL.
        public var isNote: Bool { skipped == .withOwnData }

        /// A kind of entry that can't be replayed.
        package enum SkippedEntry: Sendable {
            /// The URL is a `data:` URL, which doesn't need a server.
            case withOwnData
            /// The request was blocked or failed, or the body of its response wasn't exported.
            case withoutResponse
            /// The entry isn't valid, or isn't an HTTP exchange.
            case unusable
        }

        package init(file: String, line: Int? = nil, column: Int? = nil, pointer: String? = nil, _ reason: String) {
            self.file = file
            self.line = line
            self.column = column
            self.pointer = pointer
            self.reason = reason
        }

        /// The problem as a line such as `shop.har:3:14: expected ":" but found "}"`.
        ///
        /// If it concerns a place in the document, the line looks like `shop.har: /log/entries: It must be a list.`
        public var description: String {
            let place = ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
            return [place, pointer, reason].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
        }
    }
}

extension HAR.Problem: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
