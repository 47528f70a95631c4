import Foundation
import Teapot

/// The source of a request body's bytes.
enum RequestBodySource: @unchecked Sendable {
    // `@unchecked` because of the stream, which is read in only one place.
    case data(Data)
    case file(URL)
    case stream(InputStream)

    /// Whether the bytes are in a stream.
    var isStream: Bool { if case .stream = self { true } else { false } }

    /// Reads the whole body.
    ///
    /// A stream is read on a thread of its own, because its bytes may take any amount of time to arrive.
    ///
    /// - Parameters:
    ///   - progress: A closure to call whenever bytes of a stream arrive.
    ///   - completion: A closure to call with the bytes, or with the error that a client would receive over a socket.
    func read(
        progress: @escaping @Sendable () -> Void, completion: @escaping @Sendable (Result<Data, any Error>) -> Void
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
    /// The reason the file can't be read.
    fileprivate var readingError: URLError {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            return URLError(.fileDoesNotExist)
        }
        return URLError(isDirectory.boolValue ? .fileIsDirectory : .noPermissionsToReadFile)
    }
}
