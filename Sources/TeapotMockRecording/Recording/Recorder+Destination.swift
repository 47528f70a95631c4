public import Foundation

extension Recorder {
    /// The destination of a recording.
    public struct Destination: Sendable, Equatable {
        enum Form: Sendable, Equatable {
            case folder
            case har(withTimes: Bool)
        }

        /// The folder or the file.
        public let url: URL
        let form: Form
        /// Whether JSON is formatted in a folder.
        var formatsJSON = true

        /// Returns a folder of mocks as a destination; it is created if it does not exist.
        ///
        /// The response to `GET /users/1?full=yes` is written to `users/1/success_200_GET_1-full-yes.json`: the folder
        /// is the path of the request, and the name has the success, the status and the method. JSON is formatted in
        /// lines, with its members in order; other bodies are unchanged, with an extension for their `Content-Type`.
        /// Header fields that are kept are written to `….headers.json` beside it. The file `mocks.index.json` in the
        /// folder states what requests the response is for: the method, the whole path, all items of the query and the
        /// body. A response to another request of the same name gets a number, as in `…-2.json`, and so does a
        /// different response to the same request.
        ///
        /// - Parameters:
        ///   - url: The folder.
        ///   - formattingJSON: Whether JSON is formatted. Numbers and strings are kept as they are written in either
        ///     case.
        /// - Returns: The destination.
        public static func folder(_ url: URL, formattingJSON: Bool = true) -> Self {
            Self(url: url, form: .folder, formatsJSON: formattingJSON)
        }

        /// Returns a HAR file as a destination; its folder must exist.
        ///
        /// - Parameters:
        ///   - url: The file.
        ///   - withTimes: Whether the file has the date and duration of each request, and the header fields that differ
        ///     from response to response. The file is then different each time.
        /// - Returns: The destination.
        public static func har(_ url: URL, withTimes: Bool = false) -> Self {
            Self(url: url, form: .har(withTimes: withTimes))
        }
    }

    /// The handling of existing files that differ from the recording.
    public enum Existing: Sendable {
        /// What a person has edited is kept, and what a recorder wrote is replaced; ``Recorder/keptFiles`` and
        /// ``Recorder/replacedFiles`` have the names.
        ///
        /// Recorders list what they write into a folder in its file `.recorded.json`. A file that differs from what is
        /// listed was edited, and so was one that is not listed, unless the folder never had a list. In an index file
        /// an edited entry is kept, except that recorded pieces that nobody edited are those of the last recording.
        case keptIfEdited
        /// They are replaced; ``Recorder/replacedFiles`` has their names.
        case replaced
        /// They are kept, and listed in ``Recorder/problems``.
        case kept
    }
}
