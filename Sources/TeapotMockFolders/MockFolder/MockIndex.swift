import Teapot
import TeapotMock

/// The mocks of a folder by the requests that they are for.
struct MockIndex: Sendable {
    /// A node in the tree of request paths, which is searched from the last segment to the first.
    private struct Node: Sendable {
        var children: [String: Int] = [:]
        /// The child for any one segment, such as `{id}`.
        var wildcard: Int?
        /// The mocks whose request path begins here.
        var mocks: [Int] = []
    }

    /// The mocks that a folder offers for one request.
    struct Offer: Sendable {
        /// The request path of the directory for the request; `nil` if there is none.
        let requestPath: String?
        let mocks: [MockFolder.Mock]
    }

    /// All mocks, in the order of their paths.
    private(set) var mocks: [MockFolder.Mock] = []
    private(set) var problems: [MockFolder.Problem] = []
    private var general: [Int] = []
    private var byFolder: [String: [Int]] = [:]
    private var nodes = [Node()]

    init() {}

    /// Creates an index.
    ///
    /// - Parameters:
    ///   - tree: The contents of the folder.
    ///   - map: The map from its directories to request paths.
    init(_ tree: FolderTree, _ map: FolderMap) {
        for (path, directory) in tree.directories.sorted(by: { $0.key.lowercased() < $1.key.lowercased() }) {
            problems += directory.problems
            add(directory, at: path, in: tree, map)
        }
        let folders = Set(tree.directories.keys.map { FolderMap.segments(of: $0) })
        for entry in map.entries where !folders.contains(entry.folder) {
            let names = tree.directories.keys.filter { !$0.isEmpty }.sorted().map { "/" + $0 }
            let hint = entry.text.closest(among: names).map { "; did you mean “\($0)”?" } ?? ""
            problems.append(
                MockFolder.Problem(
                    FolderMap.fileName, line: entry.line, "there is no directory “\(entry.text)” here\(hint)"))
        }
    }

    private mutating func add(
        _ directory: FolderTree.Directory, at path: String, in tree: FolderTree, _ map: FolderMap
    ) {
        let segments = path.split(separator: "/").map(String.init)
        let requestPath = map.requestPath(of: segments)
        let isGeneral = segments.count == 1 && segments[0].lowercased() == "general"
        var headerFields = Self.headerFiles(in: directory)
        let first = mocks.count
        for file in directory.files where Self.isMock(file) {
            let place = FolderTree.path(of: file, in: path)
            do throws(MockFileName.Flaw) {
                let fileName = try MockFileName(file)
                let header = headerFields.removeValue(forKey: MockFileName.stem(of: file).lowercased())
                mocks.append(
                    MockFolder.Mock(
                        path: place, url: URL(fileURLWithPath: tree.location(of: place)), folder: "/" + path,
                        requestPath: "/" + requestPath.joined(separator: "/"), isGeneral: isGeneral,
                        fileName: fileName,
                        headersURL: header.map {
                            URL(fileURLWithPath: tree.location(of: FolderTree.path(of: $0, in: path)))
                        }))
            } catch {
                problems.append(MockFolder.Problem(place, error.reason))
            }
        }
        for file in headerFields.values.sorted() {
            let stem = file.dropLast(Self.headersSuffix.count)
            problems.append(
                MockFolder.Problem(
                    FolderTree.path(of: file, in: path),
                    "there is no “\(stem).…” beside it that these header fields belong to"))
        }
        guard first < mocks.count else { return }
        let added = Array(first..<mocks.count)
        byFolder["/" + path.lowercased()] = added
        if isGeneral { general += added } else { insert(added, at: requestPath) }
    }

    private static let headersSuffix = ".headers.json"

    /// Returns the files with header fields in a directory, by the lowercased stems of the files they are for.
    private static func headerFiles(in directory: FolderTree.Directory) -> [String: String] {
        var files: [String: String] = [:]
        for file in directory.files where file.lowercased().hasSuffix(headersSuffix) {
            files[String(file.lowercased().dropLast(headersSuffix.count))] = file
        }
        return files
    }

    /// Returns whether a file is a mock: neither a file of header fields nor a README.
    private static func isMock(_ file: String) -> Bool {
        let name = file.lowercased()
        return !name.hasSuffix(headersSuffix) && MockFileName.stem(of: name) != "readme"
    }

    private mutating func insert(_ mocks: [Int], at requestPath: [String]) {
        var place = 0
        for segment in requestPath.reversed() {
            let isWildcard = FolderMap.isVariable(segment)
            // Characters that a file system can't store are percent-encoded in names.
            let segment = Request.decode(segment).lowercased()
            if let next = isWildcard ? nodes[place].wildcard : nodes[place].children[segment] {
                place = next
                continue
            }
            nodes.append(Node())
            if isWildcard {
                nodes[place].wildcard = nodes.count - 1
            } else {
                nodes[place].children[segment] = nodes.count - 1
            }
            place = nodes.count - 1
        }
        nodes[place].mocks += mocks
    }
}

extension MockIndex {
    /// Returns the offer for a request.
    ///
    /// It has the mocks of the directory with the longest request path with which the path of the request ends,
    /// followed by those of `General`. A literal segment takes precedence over one in braces.
    ///
    /// - Parameters:
    ///   - path: The path's segments, decoded.
    ///   - method: The method; `nil` for any.
    /// - Returns: The offer.
    func offer(for path: [String], method: String?) -> Offer {
        let path = path.map { $0.lowercased() }
        // The folder's own files are only for the root path.
        let own = path.isEmpty ? nodes[0].mocks : longest(path[...], from: 0, depth: 0)?.mocks ?? []
        let offered = (own + general).map { mocks[$0] }.filter { method == nil || $0.method ?? method == method }
        return Offer(requestPath: own.first.map { mocks[$0].requestPath }, mocks: offered)
    }

    private func longest(_ path: ArraySlice<String>, from place: Int, depth: Int) -> (mocks: [Int], depth: Int)? {
        var best = depth > 0 && !nodes[place].mocks.isEmpty ? (nodes[place].mocks, depth) : nil
        guard let segment = path.last else { return best }
        for next in [nodes[place].children[segment], nodes[place].wildcard] {
            guard let next, let found = longest(path.dropLast(), from: next, depth: depth + 1) else { continue }
            if found.depth > best?.1 ?? 0 { best = found }
        }
        return best
    }

    /// Returns a mock by its directory and file, as a scenario names them.
    ///
    /// - Parameters:
    ///   - folder: The directory's path below the folder, or its request path; case, and slashes at either end, make no
    ///     difference.
    ///   - name: The file's name, with or without its extension, or its display name without `success_` and other
    ///     parts.
    /// - Returns: The mock; of several with the same name the first that succeeds.
    func mock(in folder: String, named name: String) -> MockFolder.Mock? {
        let folder = "/" + FolderMap.segments(of: folder).joined(separator: "/")
        let candidates = byFolder[folder]?.map { mocks[$0] } ?? mocks.filter { $0.requestPath.lowercased() == folder }
        let name = name.lowercased()
        func file(_ mock: MockFolder.Mock) -> String { mock.url.lastPathComponent.lowercased() }
        let ways: [(MockFolder.Mock) -> Bool] = [
            { file($0) == name }, { MockFileName.stem(of: file($0)) == name },
            { $0.name.lowercased() == name && $0.isSuccess }, { $0.name.lowercased() == name },
            { $0.name.lowercased() == MockFileName.stem(of: name) && $0.isSuccess },
            { $0.name.lowercased() == MockFileName.stem(of: name) },
        ]
        for isMeant in ways {
            if let mock = candidates.first(where: isMeant) { return mock }
        }
        return nil
    }

    /// Returns the names of the files in a directory; `nil` if there is no such directory.
    func fileNames(in folder: String) -> [String]? {
        byFolder["/" + FolderMap.segments(of: folder).joined(separator: "/")]?.map { mocks[$0].url.lastPathComponent }
    }
}
