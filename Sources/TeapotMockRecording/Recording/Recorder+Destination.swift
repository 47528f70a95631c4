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
        /// Whether JSON in a folder is formatted.
        var formatsJSON = true

        /// Returns a folder of mocks as a destination; the folder is created if it doesn't exist.
        ///
        /// The response to `GET /users/1?full=yes` is written to `users/1/success_200_GET_1-full-yes.json`: the folder
        /// is the request's path, and the name contains the success, the status and the method. JSON is formatted, with
        /// its members sorted. Other bodies are unchanged, with an extension for their `Content-Type`. The headers to
        /// keep are written to `….headers.json` next to it. The file `mocks.index.json` in the folder states the
        /// requests that the response is for: the method, the whole path, all items of the query, and the body. If
        /// another request has the same name, its response gets a number, as in `…-2.json`, and so does a different
        /// response to the same request.
        ///
        /// - Parameters:
        ///   - url: The folder.
        ///   - formattingJSON: Whether JSON is formatted. In either case, numbers and strings are kept as written.
        /// - Returns: The destination.
        public static func folder(_ url: URL, formattingJSON: Bool = true) -> Self {
            Self(url: url, form: .folder, formatsJSON: formattingJSON)
        }

        /// Returns a HAR file as a destination; its folder must exist.
        ///
        /// - Parameters:
        ///   - url: The file.
        ///   - withTimes: Whether the file contains the date and duration of each request, and the headers that differ
        ///     from one response to the next. If so, the file is different each time.
        /// - Returns: The destination.
        public static func har(_ url: URL, withTimes: Bool = false) -> Self {
            Self(url: url, form: .har(withTimes: withTimes))
        }
    }

    /// The handling of existing files that differ from the recording.
    public enum Existing: Sendable {
        /// Files that a person has edited are kept, and files that a recorder wrote are replaced;
        /// ``Recorder/keptFiles`` and ``Recorder/replacedFiles`` list them.
        ///
        /// Recorders list what they write to a folder in its file `.recorded.json`. A file that differs from the list
        /// counts as edited, and so does an unlisted file, unless the folder never had a list. In an index file, an
        /// edited entry is kept, except that unedited pieces are replaced with those of the latest recording.
        case keptIfEdited
        /// Existing files are replaced; ``Recorder/replacedFiles`` lists them.
        case replaced
        /// Existing files are kept, and listed in ``Recorder/problems``. New files count as edited in later recordings.
        case kept
    }
}
