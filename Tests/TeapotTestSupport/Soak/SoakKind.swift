import Foundation
import Teapot

/// A kind of call in a soak, and its expected end.
package enum SoakKind: String, CaseIterable, Sendable {
    case small
    case large
    case download
    case redirected
    case missing
    case cut
    case cutDownload = "cut download"
    case hungUp = "hung up"
    case reset
    case garbage
    case refused
    case timedOut = "timed out"
    case cancelled

    /// The number of calls of this kind among about a hundred.
    var weight: Int {
        switch self {
        case .small: 40
        case .large, .timedOut: 4
        case .download, .cutDownload, .garbage: 3
        case .redirected, .missing, .cut, .cancelled: 10
        case .hungUp, .reset, .refused: 5
        }
    }

    /// The path of the kind on the servers.
    var path: String {
        switch self {
        case .large, .download: "files/1MB"
        case .cutDownload: "cut"
        case .timedOut, .cancelled: "never"
        case .refused: "small"
        default: rawValue.replacingOccurrences(of: " ", with: "-")
        }
    }

    /// Finds the problem of an end.
    ///
    /// - Parameters:
    ///   - result: The result of the call.
    ///   - fileLength: The length of the downloaded file; `nil` if there is none.
    /// - Returns: The problem; `nil` if the end is as expected.
    func flaw(in result: Result<Teapot.Response, TeapotError>, fileLength: Int?) -> String? {
        switch (self, result) {
        case (.small, .success(let response)), (.redirected, .success(let response)):
            return response.json?.dictionary?["id"] as? Int == 1 ? nil : "\(response)"
        case (.large, .success(let response)):
            return response.body.count == SoakServer.largeLength ? nil : "\(response)"
        case (.download, .success):
            return fileLength == SoakServer.largeLength ? nil : "a file of \(fileLength ?? -1) bytes"
        case (.missing, .failure(let error)): return error.responseStatus == 404 ? nil : "\(error)"
        case (.cut, .failure(let error)): return error.type == .incompleteResponse ? nil : "\(error)"
        case (.cutDownload, .failure(let error)):
            return error.type == .incompleteResponse && fileLength == nil
                ? nil : "\(error), a file of \(fileLength ?? -1)"
        case (.garbage, .failure(let error)): return error.type == .notHTTP ? nil : "\(error)"
        case (.hungUp, .failure(let error)), (.reset, .failure(let error)), (.refused, .failure(let error)):
            return error.type == .noResponse ? nil : "\(error)"
        case (.timedOut, .failure(let error)):
            return (error.underlyingError as? URLError)?.code == .timedOut ? nil : "\(error)"
        case (_, .success(let response)): return "\(response)"
        case (_, .failure(let error)): return "\(error)"
        }
    }
}
