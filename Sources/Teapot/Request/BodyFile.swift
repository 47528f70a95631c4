extension Teapot {
    /// A file that is sent as a body; a temporary one is deleted when nothing needs it any longer.
    public final class BodyFile: Sendable {
        /// Where the file is.
        ///
        /// A body that is put together from parts is written there when its call begins, before the call's adapters run.
        public let url: URL
        /// What is written there first; `nil` for a file of the caller's own.
        private let contents: Multipart?
        private let isWritten: Locked<Bool>
        /// Two calls with one request write the file once.
        let queue = DispatchQueue(label: "teapot.body", qos: .userInitiated)

        init(_ url: URL) {
            self.url = url
            contents = nil
            isWritten = Locked(true)
        }

        init(_ contents: Multipart) {
            let name = "teapot-\(UUID().uuidString).multipart"
            url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            self.contents = contents
            isWritten = Locked(false)
        }

        deinit {
            // Nobody is left to tell: the worst is a file too many in the temporary directory.
            if contents != nil { try? FileManager.default.removeItem(at: url) }
        }

        /// Writes the file unless it is there, which takes as long as its parts are long.
        ///
        /// - Parameters:
        ///   - isCancelled: Whether nobody waits for the file any more.
        ///   - completion: What to call behind that: before this returns if there is nothing to write, else on a queue of
        ///     the file's own.
        func write(
            unless isCancelled: @escaping @Sendable () -> Bool,
            completion: @escaping @Sendable (Result<Void, TeapotError>) -> Void
        ) {
            guard let contents, !isWritten.withLock({ $0 }) else { return completion(.success(())) }
            queue.async { [self] in
                if isWritten.withLock({ $0 }) { return completion(.success(())) }
                do throws(TeapotError) {
                    try contents.write(to: url, unless: isCancelled)
                    isWritten.withLock { $0 = true }
                    completion(.success(()))
                } catch { completion(.failure(error)) }
            }
        }
    }
}
