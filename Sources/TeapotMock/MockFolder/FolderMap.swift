import Teapot

/// Which requests the directories of a folder are for: LetSee's `.ls.global.json`.
///
/// ```json
/// {"maps": [{"folder": "/products", "to": "/v1/staging"}]}
/// ```
///
/// The requests for `products` then are those whose path ends with `/v1/staging/products`. Of several maps that a
/// directory is below the longest counts; case, and slashes at either end, make no difference.
struct FolderMap: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        /// The directory's segments, in small letters.
        let folder: [String]
        /// The segments that come before them, as they are written.
        let to: [String]
        /// The directory, as it is written.
        let text: String
        let line: Int?
    }

    /// The file's name.
    static let fileName = ".ls.global.json"

    let entries: [Entry]

    static let none = FolderMap(entries: [])

    private init(entries: [Entry]) { self.entries = entries }

    /// Reads a map.
    ///
    /// - Parameters:
    ///   - text: What is in the file.
    ///   - problems: Where what is wrong is added; the rest counts.
    init(_ text: Data, _ problems: inout [MockFolder.Problem]) {
        let value: any Sendable
        do throws(JSON.ParsingError) { value = try JSON.value(parsing: text) } catch {
            problems.append(MockFolder.Problem(Self.fileName, error))
            self = .none
            return
        }
        guard let members = value as? [String: any Sendable], let maps = members["maps"] as? [any Sendable] else {
            problems.append(
                MockFolder.Problem(
                    Self.fileName, line: 1,
                    #"expected {"maps": [{"folder": "/products", "to": "/v1/staging"}]}, a list named “maps”"#))
            self = .none
            return
        }
        let lines = Self.lines(of: "folder", in: text)
        var entries: [Entry] = []
        var place = 0
        for (index, map) in maps.enumerated() {
            let map = map as? [String: any Sendable]
            let line = map?["folder"] != nil && place < lines.count ? lines[place] : nil
            if map?["folder"] != nil { place += 1 }
            guard let folder = map?["folder"] as? String, let to = map?["to"] as? String else {
                problems.append(
                    MockFolder.Problem(
                        Self.fileName, line: line ?? 1, #"maps[\#(index)] must have two strings, “folder” and “to”"#))
                continue
            }
            entries.append(
                Entry(
                    folder: Self.segments(of: folder), to: Self.path(of: to).split(separator: "/").map(String.init),
                    text: folder,
                    line: line))
        }
        // Of two that are as long the first counts.
        self.entries = entries.enumerated().sorted {
            ($1.element.folder.count, $0.offset) < ($0.element.folder.count, $1.offset)
        }.map(\.element)
    }

    /// The segments that a request's path ends with for what is in a directory.
    ///
    /// - Parameter folder: The directory's segments.
    /// - Returns: The segments, as they are written: a live server may tell capitals from small letters.
    func requestPath(of folder: [String]) -> [String] {
        let own = folder.map { $0.lowercased() }
        guard let entry = entries.first(where: { own.starts(with: $0.folder) }) else { return folder }
        return entry.to + folder
    }

    /// The segments of a path, in small letters.
    static func segments(of path: some StringProtocol) -> [String] {
        path.lowercased().split(separator: "/").map(String.init)
    }

    /// Whether a segment stands for any: `{id}`.
    static func isVariable(_ segment: String) -> Bool { segment.hasPrefix("{") && segment.hasSuffix("}") }

    /// The path of a whole URL, as LetSee takes one too; any other text as it is.
    private static func path(of text: String) -> Substring {
        guard let scheme = text.range(of: "://") else { return text[...] }
        return text[scheme.upperBound...].drop { $0 != "/" }
    }

    /// The lines on which a member's name stands.
    private static func lines(of name: String, in text: Data) -> [Int] {
        let text = String(decoding: text, as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { number, line in
            Array(repeating: number + 1, count: line.components(separatedBy: "\"\(name)\"").count - 1)
        }
    }
}
