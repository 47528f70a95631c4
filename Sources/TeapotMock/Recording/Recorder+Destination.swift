public import Teapot

extension Recorder {
    /// Where a recording goes.
    public struct Destination: Sendable, Equatable {
        enum Form: Sendable, Equatable {
            case folder
            case har(withTimes: Bool)
        }

        /// The folder or the file.
        public let url: URL
        let form: Form

        /// A folder of mocks, which is made if it is not there.
        ///
        /// The answer to `GET /users/1?full=yes` goes to `users/1/success_200_GET_1-full-yes.json`: the folder is the path
        /// of the request, and the name says whether it succeeded, with which status and to which method. JSON is laid out
        /// in lines with its members in order; other bodies stay as they are, with an extension for their `Content-Type`.
        /// Header fields that are worth keeping go to `….headers.json` beside it. An answer that differs from the one
        /// before gets a number, `…-2.json`.
        ///
        /// - Parameter url: The folder.
        /// - Returns: The destination.
        public static func folder(_ url: URL) -> Self { Self(url: url, form: .folder) }

        /// A HAR file, in a folder that is there.
        ///
        /// - Parameters:
        ///   - url: The file.
        ///   - withTimes: Whether it says when each request was sent and how long it took, and has the header fields that
        ///     differ from one answer to the next. The file is then another one each time.
        /// - Returns: The destination.
        public static func har(_ url: URL, withTimes: Bool = false) -> Self {
            Self(url: url, form: .har(withTimes: withTimes))
        }
    }

    /// What becomes of files that are there and differ from what is recorded.
    public enum Existing: Sendable {
        /// They are replaced; ``Recorder/replacedFiles`` names them.
        case replaced
        /// They stay, and ``Recorder/problems`` says so.
        case kept
    }
}
