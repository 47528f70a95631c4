import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

/// The mocks of a folder, indexed by the requests that they're for.
struct MockIndex: Sendable {
    /// A node in the tree of request paths, which is searched from the last segment to the first.
    private struct Node: Sendable {
        var children: [String: Int] = [:]
        /// The child for any one segment, such as `{id}`.
        var wildcard: Int?
        /// The mocks whose request path begins here.
        var mocks: [Int] = []
        /// Those of the mocks that require at least a method, or are WebSocket scripts.
        var special: [Int] = []
        /// The first successful one among the others or, if there is none, the first.
        var plain: Int?
        /// The first directory of mocks whose path leads to this node.
        var folder: String?
    }

    /// All mocks, in the order of their paths.
    private(set) var mocks: [MockFolder.Mock] = []
    private(set) var problems: [MockFolder.Problem] = []
    /// The mocks' conditions without their methods, or `nil` for a mock without a condition.
    private var conditions: [CheckedCondition?] = []
    private var general: [Int] = []
    /// The mocks for whole paths with wildcards.
    private var patterns: [(segments: [AnyText], mock: Int)] = []
    private(set) var byFolder: [String: [Int]] = [:]
    /// The mocks for whole paths, keyed by the paths' segments.
    private var byPath: [[String]: [Int]] = [:]
    private var nodes = [Node()]
    /// The lowercased paths of all directories.
    private(set) var folders: Set<String> = []
    let map: FolderMap

    init() { map = .none }

    /// Creates an index.
    ///
    /// - Parameters:
    ///   - tree: The contents of the folder.
    ///   - map: The map from its directories to request paths.
    ///   - speed: The playback speed, in seconds of a stream per second.
    init(_ tree: FolderTree, _ map: FolderMap, speed: Double = 1) {
        self.map = map
        folders = Set(tree.directories.keys.map { "/" + $0.lowercased() })
        mocks.reserveCapacity(tree.directories.values.reduce(0) { $0 + $1.files.count })
        let paths = tree.directories.keys.map { ($0.lowercased(), $0) }.sorted { $0 < $1 }.map(\.1)
        for path in paths {
            guard let directory = tree.directories[path] else { continue }
            problems += directory.problems
            problems += directory.conditions?.problems ?? []
            add(directory, at: path, in: tree)
        }
        // A mock in `General` can be chosen for every request.
        if general.isEmpty { for own in byFolder.values where own.count == 1 { mocks[own[0]].isOnly = true } }
        for mock in mocks.indices { mocks[mock].speed = speed }
        if map.entries.isEmpty { return }
        let folders = Set(tree.directories.keys.map { FolderMap.segments(of: $0) })
        for entry in map.entries where !folders.contains(entry.folder) {
            let names = tree.directories.keys.filter { !$0.isEmpty }.sorted().map { "/" + $0 }
            let hint = entry.text.closest(among: names).map { "; did you mean “\($0)”?" } ?? ""
            let reason = "there is no directory “\(entry.text)” here\(hint)"
            problems.append(MockFolder.Problem(FolderMap.fileName, line: entry.line, reason))
        }
    }

    private mutating func add(_ directory: FolderTree.Directory, at path: String, in tree: FolderTree) {
        let segments = path.split(separator: "/").map(String.init)
        let requestPath = map.requestPath(of: segments)
        let isGeneral = segments.count == 1 && segments[0].lowercased() == "general"
        var headers = Self.headerFiles(in: directory)
        var named: Set<String> = []
        let first = mocks.count
        for file in directory.files where Self.isMock(file) {
            let place = FolderTree.path(of: file, in: path)
            if let name = directory.conditions?.name(for: file) { named.insert(name) }
            do throws(MockFileName.ParsingError) {
                let fileName = try MockFileName(file)
                let stem = MockFileName.stem(of: file).lowercased()
                let header = headers.removeValue(forKey: stem)
                let isNamed = directory.conditions?.name(for: file) != nil
                let isIndex = stem.hasSuffix(".index")
                guard fileName.isMock && !isIndex || header != nil || isNamed else {
                    problems.append(MockFolder.Problem(place, isIndex ? Self.noIndex : Self.noMock))
                    continue
                }
                let location = tree.location(of: place)
                let headersLocation = header.map { tree.location(of: FolderTree.path(of: $0, in: path)) }
                let entry = directory.conditions?.entry(for: file)
                let condition = entry.flatMap { $0.condition == RequestCondition() ? nil : $0.condition }
                let mock = MockFolder.Mock(
                    path: place, folder: "/" + path, requestPath: Self.requestPath(requestPath, condition),
                    isGeneral: isGeneral, condition: condition, conditionProblem: entry?.problems.first,
                    delivery: entry?.delivery ?? Delivery(), fileName: fileName,
                    location: location, headersLocation: headersLocation)
                if let reason = reason(for: mock, isNamed) { problems.append(MockFolder.Problem(place, reason)) }
                add(mock)
            } catch {
                problems.append(MockFolder.Problem(place, error.reason))
            }
        }
        for name in (directory.conditions?.entries.keys.sorted() ?? []) where !named.contains(name) {
            let hint = name.closest(among: directory.files).map { "; did you mean “\($0)”?" } ?? ""
            let file = FolderTree.path(of: ConditionFile.fileName, in: path)
            problems.append(MockFolder.Problem(file, "there is no mock “\(name)” next to it\(hint)"))
        }
        for file in headers.values.sorted() {
            let reason = "there is no “\(file.dropLast(Self.headersSuffix.count)).…” next to it for these headers"
            problems.append(MockFolder.Problem(FolderTree.path(of: file, in: path), reason))
        }
        if first < mocks.count { byFolder["/" + path.lowercased()] = Array(first..<mocks.count) }
    }

    private static let noIndex = "it is ignored; did you mean “\(ConditionFile.fileName)”?"
    private static let noMock = """
        ignored: not a mock. To make it one, begin its name with “success_” or “error_”; otherwise, move it elsewhere
        """

    /// Returns the problem with a name that is misspelled or has parts without effect, or `nil` if there's none.
    ///
    /// The name of a mock in the index file may have parts without effect.
    private func reason(for mock: MockFolder.Mock, _ isNamed: Bool) -> String? {
        let (name, unreadParts) = (mock.fileName, mock.fileName.unreadParts)
        let isForGET = mock.method == nil && mock.condition?.body == nil && map == .none && !mock.isGeneral
        if let prefix = name.misspelledPrefix {
            let written = name.name.prefix(name.name.prefix { !"_-".contains($0) }.count + 1)
            let isPlain = isForGET && name.content == .body
            let effect = isPlain ? ", so it answers GET with status \(name.status.rawValue)" : ""
            return "“\(written)” isn't a prefix\(effect); did you mean “\(prefix)_”?"
        }
        if unreadParts.count == 1, isForGET || !isNamed && name.method == nil,
            let meant = MockFileName.method(near: unreadParts[0]), meant != unreadParts[0]
        {
            let effect = isForGET ? ", so it answers GET" : ""
            return "“\(unreadParts[0])” in its name isn't a method\(effect); did you mean “\(meant)”?"
        }
        if isNamed || unreadParts.isEmpty { return nil }
        // “teapot check” asks whether a first word in lowercase is the method.
        let word = name.name.prefix { $0 != "_" }
        let isMethod = MockFileName.methods.contains { $0.lowercased() == word } && word != "options"
        if isMethod, !mock.folder.lowercased().contains(word) { return nil }
        let list = unreadParts.map { "“\($0)”" }.asList
        return """
            \(list) in its name \(unreadParts.count == 1 ? "has" : "have") no effect: use one status, delay and method, \
            right after “success_” or “error_”; in the name, use “-” instead of “_”
            """
    }

    /// Returns the end of the request paths that a mock is for.
    private static func requestPath(_ ofDirectory: [String], _ condition: RequestCondition?) -> String {
        let path = condition?.exactPath ?? condition?.path
        let segments = path.map { $0.split(separator: "/").map(String.init) } ?? ofDirectory
        return "/" + segments.joined(separator: "/")
    }

    private mutating func add(_ mock: MockFolder.Mock) {
        let number = mocks.count
        mocks.append(mock)
        conditions.append(mock.condition.map { CheckedCondition($0, hasMethod: false) })
        if let named = mock.fileName.method, let stated = mock.condition?.method?.uppercased(), named != stated {
            let reason = "its name is for \(named), and “\(ConditionFile.fileName)” next to it says \(stated)"
            problems.append(MockFolder.Problem(mock.path, reason))
        }
        if mock.isGeneral {
            general.append(number)
        } else if let path = mock.condition?.exactPath, path.contains(RequestCondition.anyValue) {
            patterns.append((Request.segments(of: path).map { AnyText($0) }, number))
        } else if let path = mock.condition?.exactPath {
            byPath[Request.segments(of: path), default: []].append(number)
        } else {
            insert(number, at: mock.requestPath.split(separator: "/").map(String.init))
        }
    }

    private static let headersSuffix = ".headers.json"

    /// Returns the header files in a directory, keyed by the lowercased stems of the files that they're for.
    private static func headerFiles(in directory: FolderTree.Directory) -> [String: String] {
        directory.files.filter { MockFileName.ends($0, in: headersSuffix) }.reduce(into: [:]) { files, file in
            files[String(file.lowercased().dropLast(headersSuffix.count))] = file
        }
    }

    /// Returns whether a file is a mock, rather than a header file or a README.
    private static func isMock(_ file: String) -> Bool {
        !MockFileName.ends(file, in: headersSuffix) && MockFileName.stem(of: file).lowercased() != "readme"
    }

    private mutating func insert(_ mock: Int, at requestPath: [String]) {
        var place = 0
        for segment in requestPath.reversed() {
            let isWildcard = AnyText.isVariable(segment)
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
        if mocks[mock].condition?.path == nil { note(mocks[mock].folder, at: place) }
        nodes[place].mocks.append(mock)
        guard mocks[mock].method == nil, conditions[mock] == nil, !mocks[mock].isWebSocket else {
            return nodes[place].special.append(mock)
        }
        let first = nodes[place].plain
        if first == nil || isBefore(mock, first) { nodes[place].plain = mock }
    }
}

extension MockIndex {
    /// Records a directory whose mocks are for the requests of a node, and a problem if another directory has the same
    /// requests.
    private mutating func note(_ folder: String, at place: Int) {
        guard let first = nodes[place].folder, first != folder else { return nodes[place].folder = folder }
        let reason = """
            it matches the same requests as “\(first.dropFirst())”; move its mocks there (case, \
            percent-encoding and names in braces make no difference)
            """
        let problem = MockFolder.Problem(String(folder.dropFirst()), reason)
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Returns the mocks to choose from for a request, with the most conditions first.
    ///
    /// These are the mocks for the request's whole path and those of the directory with the longest request path that
    /// it ends with, followed by those in `General`. A literal segment takes precedence over one in braces. Mocks for
    /// another method, or with a condition that the request doesn't meet, are omitted.
    ///
    /// - Parameter request: The request.
    /// - Returns: The mocks.
    func mocks(for request: Request) -> [MockFolder.Mock] {
        let examined = ExaminedRequest(request)
        let fitting = candidates(for: request).filter { isOffered($0, to: examined) }.sorted { left, right in
            (rank(left, for: request), right) > (rank(right, for: request), left)
        }
        return (fitting + general.filter { isOffered($0, to: examined) }).map { mocks[$0] }
    }

    /// Returns the mock that responds to a request if no other mock is chosen.
    ///
    /// Only a WebSocket script responds to a request for a WebSocket. If no other mock responds, the script also
    /// answers other requests, with an explanation.
    ///
    /// - Parameter request: The request.
    /// - Returns: The first successful mock among those with the most conditions or, if there is none, the first; `nil`
    ///   if no mock responds.
    func firstMock(for request: Request) -> MockFolder.Mock? {
        let segments = Request.segments(of: request.path)
        let directory = directory(for: segments)
        let special = mocksForWholePath(segments) + (directory?.special ?? [])
        let asksForWebSocket = request.asksForWebSocket
        var first = directory?.plain.flatMap { !asksForWebSocket && respondsUnasked($0, to: request.method) ? $0 : nil }
        var script: Int?
        if special.isEmpty { return first.map { mocks[$0] } }
        let examined = ExaminedRequest(request)
        for mock in special where isOffered(mock, to: examined) && respondsUnasked(mock, to: request.method) {
            guard mocks[mock].isWebSocket == asksForWebSocket else {
                if !asksForWebSocket { script = script ?? mock }
                continue
            }
            let (own, best) = (rank(mock, for: request), first.map { rank($0, for: request) } ?? -1)
            if own > best || own == best && isBefore(mock, first) { first = mock }
        }
        return (first ?? script).map { mocks[$0] }
    }

    /// Returns whether the first mock for a request may depend on more than its method and its target.
    func examines(_ request: Request) -> Bool {
        candidates(for: request).contains { number in
            mocks[number].isWebSocket || conditions[number]?.examinesMoreThanTarget == true
        }
    }

    /// Returns the request path of the directory for a request, or `nil` if there's none.
    func requestPath(for request: Request) -> String? { candidates(for: request).first.map { mocks[$0].requestPath } }

    /// Returns whether a mock takes precedence over another with the same number of conditions.
    private func isBefore(_ mock: Int, _ other: Int?) -> Bool {
        guard let other else { return true }
        return mocks[mock].isSuccess == mocks[other].isSuccess ? mock < other : mocks[mock].isSuccess
    }

    /// Returns the mocks for the path of a request, regardless of other conditions.
    func candidates(for request: Request) -> [Int] {
        let segments = Request.segments(of: request.path)
        return mocksForWholePath(segments) + (directory(for: segments)?.mocks ?? [])
    }

    /// Returns whether a mock that is set for all methods of a path answers a request, regardless of its conditions.
    ///
    /// One with a method answers only this method. A success without one leaves methods other than `GET` to the mocks
    /// that name them. None answers a browser's `OPTIONS` request about the path.
    func chosenMock(_ path: String, answers request: Request) -> Bool {
        guard request.method != "OPTIONS" else { return false }
        let (mock, isRead) = (mocks.first { $0.path == path }, ["GET", "HEAD"].contains(request.method))
        if let method = mock?.method { return method == request.method || isRead && method == "GET" }
        if isRead || mock?.isSuccess != true { return true }
        return !candidates(for: request).contains { mocks[$0].method == request.method }
    }

    private func mocksForWholePath(_ segments: [String]) -> [Int] {
        let exact = byPath.isEmpty ? [] : byPath[segments] ?? []
        if patterns.isEmpty { return exact }
        let fitting = patterns.filter { pattern in
            pattern.segments.count == segments.count && zip(pattern.segments, segments).allSatisfy { $0.matches($1) }
        }
        return exact + fitting.map(\.mock)
    }

    /// Returns the node of the longest request path with which a path ends.
    private func directory(for segments: [String]) -> Node? {
        // The folder's own files are only for the root path.
        if segments.isEmpty { return nodes[0] }
        return longest(segments.map { $0.lowercased() }[...], from: 0, depth: 0).map { nodes[$0.place] }
    }

    /// Returns the methods of the mocks for the path of a request, and `OPTIONS`, in alphabetical order.
    ///
    /// - Parameter request: The request.
    /// - Returns: The methods, or an empty array if no mock has the path.
    func allowedMethods(for request: Request) -> [String] {
        let candidates = candidates(for: request)
        guard !candidates.isEmpty else { return [] }
        let usual = ["DELETE", "GET", "PATCH", "POST", "PUT"]
        var methods = Set(
            candidates.flatMap { number in
                mocks[number].method.map { [$0] } ?? usual.filter { respondsUnasked(number, to: $0) }
            })
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.union(["OPTIONS"]).sorted()
    }

    private func isOffered(_ number: Int, to request: ExaminedRequest) -> Bool {
        mocks[number].allows(request.request.method) && conditions[number]?.isMet(by: request) ?? true
    }

    /// Returns the rank of a mock by its number of conditions; for `HEAD`, a mock for that method comes first among
    /// equal mocks.
    private func rank(_ number: Int, for request: Request) -> Int {
        let isOwn = request.method == "HEAD" && mocks[number].method == "HEAD"
        return (conditions[number]?.weight ?? 0) * 2 + (isOwn ? 1 : 0)
    }

    /// Returns whether a mock responds to a method without being chosen.
    ///
    /// A mock without a method responds to `GET` and `HEAD`. In a folder with LetSee's map, it responds to every method
    /// but `OPTIONS`, because LetSee doesn't distinguish methods.
    private func respondsUnasked(_ number: Int, to method: String) -> Bool {
        let mock = mocks[number]
        if mock.method != nil || ["GET", "HEAD"].contains(method) { return true }
        return method != "OPTIONS" && (map != .none || mock.condition?.body != nil)
    }

    /// Returns the mock for a request's path that comes closest to responding, and how the request differs.
    ///
    /// - Parameter request: A request that no mock responds to.
    /// - Returns: The mock, the number of compared mocks, and the differences, or `nil` if no mock's condition is the
    ///   reason.
    func nearMiss(for request: Request) -> (
        mock: MockFolder.Mock, of: Int, differences: [CheckedCondition.Difference]
    )? {
        let examined = ExaminedRequest(request)
        var candidates = candidates(for: request)
        // A mock may be in the directory for the path but be meant for another path.
        if candidates.isEmpty {
            candidates = mocks.indices.filter { conditions[$0] != nil && isPath(of: mocks[$0].folder, for: request) }
        }
        let own = candidates.filter {
            mocks[$0].allows(request.method) && respondsUnasked($0, to: request.method) && conditions[$0] != nil
        }
        let misses = own.prefix(Self.comparedLimit).map { number in
            (number, conditions[number]?.differences(from: examined) ?? [])
        }
        guard let nearest = misses.min(by: { ($0.1.count, $0.0) < ($1.1.count, $1.0) }), !nearest.1.isEmpty else {
            return nil
        }
        return (mocks[nearest.0], own.count, nearest.1)
    }

    /// Returns whether the path of a request ends with the path that a directory is for.
    func isPath(of folder: String, for request: Request) -> Bool {
        let directory = map.requestPath(of: folder.split(separator: "/").map(String.init))
        if directory.isEmpty { return request.path == "/" }
        return RequestCondition(path: directory.joined(separator: "/")).isMet(by: request)
    }

    /// The maximum number of mocks to compare with a request.
    private static let comparedLimit = 1000

    /// Returns the reason a mock responds to a request without being chosen.
    func reason(for mock: MockFolder.Mock) -> String {
        guard let condition = mock.condition else { return "first match" }
        return "for \(CheckedCondition(condition).description)"
    }

    private func longest(_ path: ArraySlice<String>, from place: Int, depth: Int) -> (place: Int, depth: Int)? {
        var best = depth > 0 && !nodes[place].mocks.isEmpty ? (place: place, depth: depth) : nil
        guard let segment = path.last else { return best }
        for next in [nodes[place].children[segment], nodes[place].wildcard] {
            guard let next, let found = longest(path.dropLast(), from: next, depth: depth + 1) else { continue }
            if found.depth > best?.depth ?? 0 { best = found }
        }
        return best
    }

    /// Returns the mock with a directory and file, as named in a scenario.
    ///
    /// - Parameters:
    ///   - folder: The directory's path below the folder, or its request path. Case and slashes at either end don't
    ///     matter.
    ///   - name: The file's name, with or without its extension, or its display name without `success_` and other
    ///     parts.
    /// - Returns: The mock. If several have the same name, it's the first successful one.
    func mock(in folder: String, named name: String) -> MockFolder.Mock? {
        let folder = FolderMap.key(folder)
        let candidates = byFolder[folder]?.map { mocks[$0] } ?? mocks.filter { $0.requestPath.lowercased() == folder }
        let name = name.lowercased()
        func file(_ mock: MockFolder.Mock) -> String { mock.file.lowercased() }
        var ways: [(MockFolder.Mock) -> Bool] = [
            { file($0) == name }, { MockFileName.stem(of: file($0)) == name },
            { $0.name.lowercased() == name && $0.isSuccess }, { $0.name.lowercased() == name },
        ]
        // LetSee compares names without prefix, status and delay. The prefix still distinguishes success from failure.
        for parsed in [name, name + ".json"].compactMap({ try? MockFileName($0) }) {
            let own = parsed.name.lowercased()
            ways.append { $0.name.lowercased() == own && $0.isSuccess == parsed.isSuccess }
            ways.append { $0.name.lowercased() == own }
        }
        return ways.lazy.compactMap { candidates.first(where: $0) }.first
    }
}

extension MockFolder.Mock {
    /// Returns whether the mock can respond to a method: its own method, or `HEAD` if that is `GET`.
    func allows(_ method: String) -> Bool {
        self.method == nil || self.method == method || (method == "HEAD" && self.method == "GET")
    }
}
