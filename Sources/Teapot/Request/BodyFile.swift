public import Foundation

extension Teapot {
    /// A file to send as a body.
    ///
    /// A temporary file is deleted when it is no longer needed.
    public final class BodyFile: Sendable {
        /// The location of the file.
        ///
        /// A body that is assembled from parts is written to this file when its call begins, before the adapters run.
        public let url: URL
        /// The contents to write before sending, or `nil` for the caller's own file.
        let contents: Multipart?
        private let isWritten: Locked<Bool>
        /// The length of the caller's file when an attempt began, in bytes.
        private let checkedLength = Locked(0)
        /// The queue that writes the file, so that two calls with the same request write it once.
        let queue = DispatchQueue(label: "teapot.body", qos: .userInitiated)

        init(_ url: URL) { (self.url, contents, isWritten) = (url, nil, Locked(true)) }

        init(_ contents: Multipart) {
            let name = "teapot-\(UUID().uuidString).multipart"
            url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            (self.contents, isWritten) = (contents, Locked(false))
        }

        // Ignore errors, since there's no way to handle them. At worst, a file is left in the temporary directory.
        deinit { if contents != nil { try? FileManager.default.removeItem(at: url) } }

        /// The problem, if the caller's file has become shorter since the attempt began.
        ///
        /// The missing bytes would never be sent, and the server would wait for them.
        var problem: String? {
            var status = stat()
            let length = checkedLength.withLock { $0 }
            guard stat(url.path, &status) == 0, status.st_size < length else { return nil }
            return "“\(url.path)” shrank while it was being sent: it now has \(status.st_size) of \(length) bytes"
        }

        /// Writes the file unless it exists, in time proportional to the length of its parts.
        ///
        /// - Parameters:
        ///   - isCancelled: A closure that returns whether the file is no longer needed.
        ///   - completion: The closure to call afterward. If there is nothing to write, it is called before this method
        ///     returns; otherwise, on the file's own queue.
        func write(
            unless isCancelled: @escaping @Sendable () -> Bool,
            completion: @escaping @Sendable (Result<Void, TeapotError>) -> Void
        ) {
            guard let contents else {
                // The file may have changed since the request was built, or since the previous attempt.
                return completion(
                    Result { () throws(TeapotError) in
                        let length = try url.checkIsReadableFile(or: .fileFailed)
                        checkedLength.withLock { $0 = length }
                    })
            }
            if isWritten.withLock({ $0 }) { return completion(.success(())) }
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
