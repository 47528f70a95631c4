import Foundation
import Teapot
import TeapotMock

/// The form of an upload: GraphQL operations with their files (GraphQL multipart request specification).
struct OperationUpload {
    private let boundary: [UInt8]
    /// The parts that belong to all operations, such as the operations themselves.
    private var shared: [Request.Part] = []
    /// The files of each operation in a batch, with their places in the operation.
    private var files: [Int: [(part: Request.Part, places: [String])]] = [:]

    /// Reads the form of a request.
    ///
    /// - Throws: A ``/TeapotMock/MultipartError`` if the body isn't `multipart/form-data`.
    init(_ request: Request) throws(MultipartError) {
        boundary = try MultipartBoundary(request.headers).text
        let parts = try request.multipart()
        let map = parts.first { $0.name == "map" }.flatMap { try? JSON(parsing: $0.data).dictionary } ?? [:]
        for part in parts {
            guard let places = map[part.name] as? [any Sendable] else {
                shared.append(part)
                continue
            }
            var own: [Int: [String]] = [:]
            for case let place as String in places {
                let pieces = place.split(separator: ".", maxSplits: 1)
                guard pieces.count == 2, let index = Int(pieces[0]) else { continue }
                own[index, default: []].append(String(pieces[1]))
            }
            for (index, places) in own { files[index, default: []].append((part, places)) }
        }
    }

    /// The field with the operations, or `nil` if there's none.
    var operations: Data? { shared.first { $0.name == "operations" }?.data }

    /// Returns the body of an upload of a single operation of the batch, with its own files.
    ///
    /// - Parameters:
    ///   - operation: The operation as JSON.
    ///   - index: The position of the operation in the batch.
    /// - Returns: The body.
    func body(with operation: Data, at index: Int) -> Data {
        let own = files[index] ?? []
        let map = JSON.dictionary(Dictionary(own.map { ($0.part.name, $0.places) }) { first, _ in first })
        var body = Data()
        for part in shared + own.map(\.part) {
            body += Data("--".utf8) + boundary + Data("\r\n".utf8)
            for field in part.headers { body += Data("\(field.name): \(field.value)\r\n".utf8) }
            body += Data("\r\n".utf8)
            switch part.name {
            case "operations": body += operation
            case "map": body += (try? map.data(.sortedKeys)) ?? part.data
            default: body += part.data
            }
            body += Data("\r\n".utf8)
        }
        return body + Data("--".utf8) + boundary + Data("--\r\n".utf8)
    }
}

extension Request {
    /// Whether the body is a form with files.
    var isUpload: Bool { headers["Content-Type"]?.lowercased().hasPrefix("multipart/form-data") == true }
}
