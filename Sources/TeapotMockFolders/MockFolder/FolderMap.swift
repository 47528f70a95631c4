package import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// A map from a folder's directories to request paths: LetSee's `.ls.global.json`.
///
/// ```json
/// {"maps": [{"folder": "/products", "to": "/v1/staging"}]}
/// ```
///
/// With this map, the directory `products` is for requests whose path ends with `/v1/staging/products`. If a directory
/// is below several mapped folders, the longest folder is used. Case and slashes at either end don't matter.
package struct FolderMap: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        /// The directory's segments, in lowercase.
        package let folder: [String]
        /// The segments that precede the directory's, as written.
        package let to: [String]
        /// The directory, as written.
        package let text: String
        package let line: Int?
    }

    /// The file's name.
    package static let fileName = ".ls.global.json"

    package let entries: [Entry]

    package static let none = FolderMap(entries: [])

    private init(entries: [Entry]) { self.entries = entries }

    /// Creates a map by reading a file.
    ///
    /// - Parameters:
    ///   - text: The contents of the file.
    ///   - problems: The list to append problems to; the valid entries are used.
    package init(_ text: Data, _ problems: inout [MockFolder.Problem]) {
        let expected = #"expected {"maps": [{"folder": "/products", "to": "/v1/staging"}]}, a list named “maps”"#
        var maps: [any Sendable] = []
        do throws(MockFolder.Problem) {
            let list = try MockFolder.Problem.object(in: text, at: Self.fileName, expected)["maps"] as? [any Sendable]
            guard let list else { throw MockFolder.Problem(Self.fileName, line: 1, expected) }
            maps = list
        } catch { problems.append(error) }
        let list = JSONPointer().member("maps")
        let places = JSONLines(text).positions(of: maps.indices.map { list.element($0).member("folder") })
        var entries: [Entry] = []
        for (index, (map, place)) in zip(maps, places).enumerated() {
            let (map, line) = (map as? [String: any Sendable], place?.line)
            guard let folder = map?["folder"] as? String, let to = map?["to"] as? String else {
                let reason = "maps[\(index)] must have two strings, “folder” and “to”"
                problems.append(MockFolder.Problem(Self.fileName, line: line ?? 1, reason))
                continue
            }
            entries.append(
                Entry(
                    folder: Self.segments(of: folder), to: Self.path(of: to).split(separator: "/").map(String.init),
                    text: folder, line: line))
        }
        // If two entries have the same length, the first is used.
        self.entries = entries.enumerated().sorted {
            ($1.element.folder.count, $0.offset) < ($0.element.folder.count, $1.offset)
        }.map(\.element)
    }

    /// Returns the segments that request paths for a directory end with.
    ///
    /// - Parameter folder: The directory's segments.
    /// - Returns: The segments, as written, because paths on a live server may be case-sensitive.
    package func requestPath(of folder: [String]) -> [String] {
        let own = folder.map { $0.lowercased() }
        guard let entry = entries.first(where: { own.starts(with: $0.folder) }) else { return folder }
        return entry.to + folder
    }

    /// Returns the segments of a path, in lowercase.
    package static func segments(of path: some StringProtocol) -> [String] {
        path.lowercased().split(separator: "/").map(String.init)
    }

    /// Returns a path in lowercase, with a slash at its beginning only, by which paths are compared.
    package static func key(_ path: some StringProtocol) -> String { "/" + segments(of: path).joined(separator: "/") }

    /// Returns the path of a complete URL, which LetSee also accepts, or any other text unchanged.
    private static func path(of text: String) -> Substring {
        guard let scheme = text.range(of: "://") else { return text[...] }
        return text[scheme.upperBound...].drop { $0 != "/" }
    }
}
