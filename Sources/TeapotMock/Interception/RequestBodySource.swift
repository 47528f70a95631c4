import Teapot

/// Where the bytes of a request's body are.
enum RequestBodySource: @unchecked Sendable {
    // `@unchecked` for the stream, which is only ever read in one place.
    case data(Data)
    case file(URL)
    case stream(InputStream)

    /// Reads all of it; a stream on a thread of its own, however long its bytes take to come.
    ///
    /// - Parameters:
    ///   - progress: Called whenever some bytes of a stream have come.
    ///   - completion: Called with the bytes, or with the error that a socket's client would get.
    func read(
        progress: @escaping @Sendable () -> Void,
        completion: @escaping @Sendable (Result<Data, any Error>) -> Void
    ) {
        switch self {
        case .data(let data): completion(.success(data))
        case .file(let url):
            do { completion(.success(try Data(contentsOf: url))) } catch { completion(.failure(url.readingError)) }
        case .stream: Thread.detachNewThread { completion(self.readStream(progress)) }
        }
    }

    private func readStream(_ progress: () -> Void) -> Result<Data, any Error> {
        guard case .stream(let stream) = self else { return .success(Data()) }
        stream.open()
        defer { stream.close() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            if count == 0 { return .success(data) }
            if count < 0 { return .failure(stream.streamError ?? URLError(.requestBodyStreamExhausted)) }
            data.append(contentsOf: buffer[..<count])
            progress()
        }
    }
}

extension URL {
    /// Why this file can't be read.
    fileprivate var readingError: URLError {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return URLError(.fileDoesNotExist)
        }
        return URLError(isDirectory.boolValue ? .fileIsDirectory : .noPermissionsToReadFile)
    }
}
