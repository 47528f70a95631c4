import Foundation
import Teapot
import TeapotMock

/// A snapshot of a folder's contents, directory by directory.
///
/// A refresh lists only the directories that changed. Where the system reports changes, it doesn't have to look for
/// them. Elsewhere, it checks each directory once. Links are followed only to files inside the folder.
struct FolderTree: Sendable {
    /// The contents of one directory, without subdirectories.
    struct Directory: Sendable, Equatable {
        var stamp: FileStamp?
        var files: [String] = []
        var directories: [String] = []
        var problems: [MockFolder.Problem] = []
        /// The index file, or `nil` if there's none.
        var conditions: ConditionFile?
        var conditionStamp: FileStamp?
        /// Whether `conditions` were read before the index file changed.
        var hasFormerConditions = false
        /// Whether the index file can be changed through another name, in which case the change isn't reported here.
        var hasLinkedConditions = false
        /// Whether the directory or its index file couldn't be read, for example because the process ran out of file
        /// descriptors, or because of a broken link.
        ///
        /// In that case, it's read again at each refresh.
        var isUnread = false

        /// Returns whether another directory has the same contents.
        func holdsSame(as other: Self) -> Bool {
            files == other.files && directories == other.directories && problems == other.problems
                && conditions == other.conditions
        }
    }

    /// The folder's path.
    let root: String
    /// The directories, keyed by their paths below the folder; the folder itself has the path "".
    private(set) var directories: [String: Directory] = [:]
    /// The number of directories that the last refresh checked or listed.
    private(set) var checked = 0
    /// The watch on all directories, or `nil` if each directory is checked instead.
    private var watch: DirectoryWatch?
    /// Whether to use a watch if one is available.
    private let isWatched: Bool
    /// The previous directories, while everything is listed again.
    private var former: [String: Directory] = [:]
    /// The directories that are checked even though there's a watch.
    private var unwatched: Set<String> = []
    /// Whether the system reported that nothing in the folder itself changed before the last refresh, apart from its
    /// subdirectories and the contents of mocks.
    private(set) var isTopUnchanged = false
    /// The maximum number of directories to watch.
    private let watchLimit: Int

    /// Creates an empty tree.
    ///
    /// - Parameters:
    ///   - root: The folder's path. Nothing is read yet.
    ///   - isWatched: Whether to use a watch if one is available.
    ///   - watchLimit: The maximum number of directories to watch. All others are checked.
    init(_ root: String, isWatched: Bool = true, watchLimit: Int = .max) {
        self.root = root
        self.isWatched = isWatched
        self.watchLimit = watchLimit
    }

    /// Updates the tree from the file system.
    ///
    /// - Returns: Whether any file or directory was added or removed.
    mutating func refresh() -> Bool {
        checked = 0
        isTopUnchanged = false
        // A watch requires a folder that exists.
        if directories[""]?.stamp == nil { return start() }
        guard let watch else { return check(Array(directories.keys)) }
        guard case .directories(let changed) = watch.changes() else { return start() }
        var hasChanged = false
        isTopUnchanged = !changed.contains("") && !unwatched.contains("")
        for path in changed where directories[path] != nil { hasChanged = list(path) || hasChanged }
        // The parent directory isn't watched, so the folder itself may have been replaced.
        return check([""] + unwatched.filter { $0 != "" }) || hasChanged
    }

    /// Lists everything again.
    private mutating func start() -> Bool {
        former = directories
        defer { former = [:] }
        (directories, unwatched, isTopUnchanged) = ([:], [], false)
        watch = isWatched ? DirectoryWatch(of: root, limit: watchLimit) : nil
        _ = list("")
        return former.count != directories.count
            || former.contains { path, known in !(directories[path]?.holdsSame(as: known) ?? false) }
    }

    /// Checks directories, and lists those that changed.
    private mutating func check(_ paths: [String]) -> Bool {
        var hasChanged = false
        for path in paths {
            guard let known = directories[path] else { continue }
            checked += 1
            let stamp = FileStamp(location(of: path))
            if watch != nil, path.isEmpty, stamp?.isSameItem(as: known.stamp) != true { return start() }
            let isFresh = unwatched.contains(path) && known.stamp?.isFresh == true
            let isSame = stamp != nil && stamp == known.stamp && !isFresh && !known.isUnread
            if isSame, known.conditions == nil || hasSameConditions(known, at: path) { continue }
            if list(path) { hasChanged = true }
        }
        return hasChanged
    }

    /// Returns whether a directory's index file hasn't changed since it was read.
    private func hasSameConditions(_ known: Directory, at path: String) -> Bool {
        if known.hasFormerConditions { return false }
        if !unwatched.contains(path) { return true }
        let file = location(of: Self.path(of: ConditionFile.fileName, in: path))
        return FileStamp(file) == known.conditionStamp && known.conditionStamp?.isFresh == false
    }

    /// Returns the location of an item.
    func location(of path: String) -> String { path.isEmpty ? root : root + "/" + path }

    /// Returns the path of an item in a directory.
    static func path(of name: String, in directory: String) -> String {
        directory.isEmpty ? name : directory + "/" + name
    }

    /// Lists a directory and its new subdirectories.
    private mutating func list(_ path: String) -> Bool {
        let known = directories[path]
        checked += 1
        // Watch first, so no change in between is missed.
        var isReported = watch?.add(location(of: path), as: path) ?? false
        var listing = read(path)
        // A file that's being saved isn't complete yet. Until it is, its last valid content is used.
        if listing.conditions?.problem != nil, listing.conditionStamp?.isBeingSaved == true,
            let former = (known ?? former[path])?.conditions, former.problem == nil
        {
            listing.conditions = former
            listing.hasFormerConditions = true
        }
        // A directory on another file system may not report changes.
        if let root = directories[""]?.stamp, listing.stamp?.isOnSameDevice(as: root) == false { isReported = false }
        if listing.hasFormerConditions || listing.hasLinkedConditions || listing.isUnread { isReported = false }
        if isReported { unwatched.remove(path) } else { unwatched.insert(path) }
        guard listing.stamp != nil || path.isEmpty else {
            forget(path)
            return known != nil
        }
        directories[path] = listing
        var hasChanged = known.map { !$0.holdsSame(as: listing) } ?? true
        for name in known?.directories ?? [] where !listing.directories.contains(name) {
            forget(Self.path(of: name, in: path))
        }
        for name in listing.directories {
            let path = Self.path(of: name, in: path)
            // A directory with the same name as before may be a different directory.
            let isUnwatched = unwatched.contains(path)
            let isKnown = directories[path].map { isUnwatched || FileStamp(location(of: path)) == $0.stamp } ?? false
            if !isKnown, list(path) { hasChanged = true }
        }
        return hasChanged
    }

    private mutating func forget(_ path: String) {
        for known in directories.keys where known == path || known.hasPrefix(path + "/") {
            directories[known] = nil
            unwatched.remove(known)
        }
    }

    private func read(_ path: String) -> Directory {
        let location = location(of: path)
        var directory = Directory(stamp: FileStamp(location))
        guard let items = DirectoryItem.all(in: location) else {
            directory.isUnread = true
            if directory.stamp != nil || path.isEmpty {
                let reason = directory.stamp == nil ? "there is no such folder: “\(location)”" : "it can't be listed"
                directory.problems = [MockFolder.Problem(path.isEmpty ? "." : path, reason)]
            }
            return directory
        }
        for item in FileOrder.sorted(items, by: \.name) {
            let name = item.name
            let path = Self.path(of: name, in: path)
            // An index file is read immediately, so its kind is examined now.
            let known = name == ConditionFile.fileName ? nil : item.kind
            switch known ?? FileKind(self.location(of: path), inside: root) {
            case .file where name == ConditionFile.fileName: readConditions(path, into: &directory)
            case .file where MockFileName.isLeftover(name): break
            case .file: directory.files.append(name)
            case .directory:
                directory.directories.append(name)
                // This is how routes and other tools write a variable.
                guard name.hasPrefix(":") || name.hasPrefix("[") || name.hasPrefix("<") else { break }
                let variable = name.wholeMatch(of: /[:\[<]([A-Za-z_][\w-]*)[\]>]?/).map { String($0.1) } ?? "id"
                let reason = "it's only for requests with “\(name)”; for any value, name it “{\(variable)}”"
                directory.problems.append(MockFolder.Problem(path, reason))
            case .refused(let reason):
                directory.problems.append(MockFolder.Problem(path, reason))
                // Changes to a link's target aren't reported here.
                directory.isUnread = true
            case .gone: break
            }
        }
        return directory
    }

    private func readConditions(_ path: String, into directory: inout Directory) {
        let location = location(of: path)
        directory.conditionStamp = FileStamp(location)
        directory.hasLinkedConditions = FileStamp.hasOtherNames(location)
        let text = FileManager.default.contents(atPath: location)
        // If reading isn't permitted, the system reports when the permissions change.
        directory.isUnread = text == nil && access(location, R_OK) == 0
        directory.conditions =
            text.map { ConditionFile($0, at: path) } ?? ConditionFile(MockFolder.Problem(path, "it can't be read"))
    }
}

/// The order of the files in a directory.
enum FileOrder {
    /// Returns names in order.
    ///
    /// Case is ignored unless the names are otherwise equal. The extension counts last, so `list.json` comes before
    /// `list-2.json`. Numbers at the end count by value, so `list-2.json` comes before `list-10.json`.
    static func sorted(_ names: [String]) -> [String] { sorted(names, by: \.self) }

    /// Returns items in the order of their names.
    static func sorted<Item>(_ items: [Item], by name: KeyPath<Item, String>) -> [Item] {
        if items.count < 2 { return items }
        return items.map { (key($0[keyPath: name]), $0) }.sorted { left, right in
            let (a, b) = (left.0, right.0)
            if a.base != b.base { return a.base < b.base }
            return (a.number, a.name, left.1[keyPath: name]) < (b.number, b.name, right.1[keyPath: name])
        }.map(\.1)
    }

    private static func key(_ name: String) -> (base: String, number: Int, name: String) {
        let name = name.lowercased()
        let stem = MockFileName.stem(of: name)
        guard let dash = stem.lastIndex(of: "-"), let number = Int(stem[stem.index(after: dash)...]), number >= 0,
            dash > stem.startIndex
        else { return (stem, -1, name) }
        return (String(stem[..<dash]), number, name)
    }
}
