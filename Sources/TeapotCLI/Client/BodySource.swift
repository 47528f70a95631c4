import Foundation
import Teapot

/// The source of a body that `--data` specifies: a text, `@` and the name of a file, or `-` for standard input.
enum BodySource: Equatable {
    case text(String)
    case file(String)
    case input

    init(_ text: String) {
        let file = text.hasPrefix("@") ? String(text.dropFirst()) : nil
        self = text == "-" || file == "-" ? .input : file.map { .file($0) } ?? .text(text)
    }

    /// Returns the body of the request.
    ///
    /// - Throws: ``Failure`` if there's no such file, or it can't be read.
    func payload() throws -> Teapot.Payload {
        switch self {
        case .text(let text): return Self.payload(of: Data(text.utf8))
        case .input:
            do { return Self.payload(of: try FileHandle.standardInput.readToEnd() ?? Data()) } catch {
                throw Failure("the input can't be read: \(error.systemReason)", .noInput)
            }
        case .file(let path):
            // A special file, such as `/dev/null` or the pipe of `<(…)`, has no length until it's read.
            if let data = try InputFile.contents(ofSpecial: path) { return Self.payload(of: data) }
            return .file(URL(fileURLWithPath: path), contentType: MediaType.named(path))
        }
    }

    /// Returns bytes with their apparent media type.
    private static func payload(of data: Data) -> Teapot.Payload {
        if (try? JSON.check(data)) != nil { return .data(data, contentType: "application/json") }
        let isText = String(bytes: data, encoding: .utf8) != nil
        return .data(data, contentType: isText ? "text/plain; charset=utf-8" : "application/octet-stream")
    }
}
