import Foundation
import Teapot
import TeapotMock
package import TeapotMockFolders

extension MockFolder {
    /// The names that are valid, but probably mean something else: each file, or the first of a directory, with advice.
    package var suspiciousNames: [Problem] {
        let mocks = mocks
        let files = Set(mocks.map(\.path))
        var known: Set<String> = []
        return mocks.flatMap { mock in
            let name = [Self.advice(forName: mock), Self.advice(forContentsOf: mock, among: files)].compactMap(\.self)
            let segments = known.insert(mock.folder).inserted ? mock.folder.split(separator: "/") : []
            let all = name + (mock.condition?.flaws ?? []) + segments.compactMap(Self.advice(forSegment:))
            return all.map { Problem(mock.path, $0) }
        }
    }

    /// The methods whose names hardly mean anything else; “options” does.
    private static let methods = MockFileName.methods.filter { $0 != "OPTIONS" }

    private static func advice(forName mock: Mock) -> String? {
        let first = mock.name.prefix { $0 != "_" }
        if first.wholeMatch(of: /\d+(\.\d+)?(mss|msec|secs?|seconds?|mins?)/) != nil {
            return "“\(first)” in its name isn't a delay: write it as in 200ms or 1.5s"
        }
        let isMethod = Self.methods.contains(first.uppercased()) && first.lowercased() == first
        // In “posts”, a mock may be named after a post.
        guard isMethod, mock.method == nil, !mock.folder.lowercased().contains(first) else { return nil }
        return "“\(first)” in its name isn't a method: write \(first.uppercased()), or choose another name"
    }

    /// Returns advice for a file that maps other files, but has another name than the index.
    private static func advice(forContentsOf mock: Mock, among files: Set<String>) -> String? {
        let place = mock.path.lastIndex(of: "/").map { String(mock.path[...$0]) } ?? ""
        guard ["index.json", "mock.json", "mocks.json", "conditions.json"].contains(mock.path.dropFirst(place.count)),
            let map = try? JSON(parsing: Data(contentsOf: mock.url)).dictionary,
            map.keys.contains(where: { files.contains(place + $0) })
        else { return nil }
        return "it's served as a response; for conditions, name it “mocks.index.json”"
    }

    private static func advice(forSegment segment: Substring) -> String? {
        let shown = "“\(segment)” in its path"
        if segment.contains("*") { return "\(shown) isn't a wildcard: for any value, name the folder “{id}”" }
        if segment.contains("?") { return "\(shown) never matches: a query belongs in “mocks.index.json”" }
        if segment.contains("{") != segment.contains("}") { return "\(shown) has only one brace: write “{id}”" }
        guard Self.methods.contains(String(segment)) else { return nil }
        return "\(shown) isn't a method: write it in a file's name, as in success_\(segment)_list.json"
    }
}

extension RequestCondition {
    /// The parts that no request is likely to meet, with advice.
    fileprivate var flaws: [String] {
        var found: [String] = []
        if let method = method?.uppercased(), !MockFileName.methods.contains(method),
            let meant = method.closest(among: MockFileName.methods)
        {
            found.append("“\(method)” in its condition is an unusual method; did you mean “\(meant)”?")
        }
        if let path = path ?? exactPath, path.contains("?") {
            found.append("the path “\(path)” in its condition never matches: write the query as “query”")
        }
        if let host, host.contains("/") {
            found.append("the host “\(host)” in its condition never matches: write it as in “api.test”")
        }
        return found
    }
}
