import Teapot
import TeapotMock

/// A snapshot of a folder's contents, directory by directory.
///
/// A refresh checks each directory once, and lists only those that changed. Links are followed only to files inside the
/// folder.
struct FolderTree: Sendable {
    /// The contents of one directory, without subdirectories.
    struct Directory: Sendable, Equatable {
        var stamp: FileStamp?
        var files: [String] = []
        var directories: [String] = []
        var problems: [MockFolder.Problem] = []
        /// The index file; `nil` if there is none.
        var conditions: ConditionFile?
        var conditionStamp: FileStamp?
        /// A Boolean value that indicates whether `conditions` are those from before the index file was changed.
        var hasFormerConditions = false

        /// Returns whether another directory has the same contents.
        func holdsSame(as other: Self) -> Bool {
            files == other.files && directories == other.directories && problems == other.problems
                && conditions == other.conditions
        }
    }

    /// The folder's path.
    let root: String
    /// The directories by their paths below the folder; the folder itself is "".
    private(set) var directories: [String: Directory] = [:]

    /// Creates an empty tree.
    ///
    /// - Parameter root: The folder's path; nothing is read yet.
    init(_ root: String) { self.root = root }

    /// Updates the tree from the file system.
    ///
    /// - Returns: Whether any file or directory was added or removed.
    mutating func refresh() -> Bool {
        if directories.isEmpty { return list("") }
        var hasChanged = false
        for (path, known) in directories where directories[path] != nil {
            let stamp = FileStamp(location(of: path))
            let isSame = stamp != nil && stamp == known.stamp && known.stamp?.isFresh == false
            if isSame, known.conditions == nil || hasSameConditions(known, at: path) { continue }
            if list(path) { hasChanged = true }
        }
        return hasChanged
    }

    /// Returns whether the index file of a directory is as it was read.
    private func hasSameConditions(_ known: Directory, at path: String) -> Bool {
        if known.hasFormerConditions { return false }
        let file = location(of: Self.path(of: ConditionFile.fileName, in: path))
        return FileStamp(file) == known.conditionStamp && known.conditionStamp?.isFresh == false
    }

    /// Returns the location of an item.
    func location(of path: String) -> String { path.isEmpty ? root : root + "/" + path }

    /// Returns the path of an item in a directory.
    static func path(of name: String, in directory: String) -> String {
        directory.isEmpty ? name : directory + "/" + name
    }

    /// Lists a directory, and its new subdirectories.
    private mutating func list(_ path: String) -> Bool {
        let known = directories[path]
        var listing = read(path)
        // A file that is being saved is not whole yet; what it said last counts until it is.
        if listing.conditions?.problem != nil, listing.conditionStamp?.isBeingSaved == true,
            let former = known?.conditions, former.problem == nil
        {
            listing.conditions = former
            listing.hasFormerConditions = true
        }
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
            if directories[path] == nil, list(path) { hasChanged = true }
        }
        return hasChanged
    }

    private mutating func forget(_ path: String) {
        for known in directories.keys where known == path || known.hasPrefix(path + "/") { directories[known] = nil }
    }

    private func read(_ path: String) -> Directory {
        let location = location(of: path)
        var directory = Directory(stamp: FileStamp(location))
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: location) } catch {
            if directory.stamp != nil || path.isEmpty {
                let reason = directory.stamp == nil ? "there is no such folder: “\(location)”" : "it can't be listed"
                directory.problems = [MockFolder.Problem(path.isEmpty ? "." : path, reason)]
            }
            return directory
        }
        for name in names.sorted(by: FileOrder.precedes) where !name.hasPrefix(".") {
            let path = Self.path(of: name, in: path)
            switch FileKind(self.location(of: path), inside: root) {
            case .file where name == ConditionFile.fileName: readConditions(path, into: &directory)
            case .file: directory.files.append(name)
            case .directory: directory.directories.append(name)
            case .refused(let reason): directory.problems.append(MockFolder.Problem(path, reason))
            case .gone: break
            }
        }
        return directory
    }

    private func readConditions(_ path: String, into directory: inout Directory) {
        let location = location(of: path)
        directory.conditionStamp = FileStamp(location)
        directory.conditions =
            FileManager.default.contents(atPath: location).map { ConditionFile($0, at: path) }
            ?? ConditionFile(MockFolder.Problem(path, "it can't be read"))
    }
}

/// The order of the files in a directory.
enum FileOrder {
    /// Returns whether one name is sorted before another.
    ///
    /// Case is ignored unless the names are otherwise equal. The extension counts last, so that `list.json` comes before
    /// `list-2.json`, and numbers at the end count by value, so that `list-2.json` comes before `list-10.json`.
    static func precedes(_ left: String, _ right: String) -> Bool {
        let (a, b) = (key(left), key(right))
        return (a.base, a.number, a.name, left) < (b.base, b.number, b.name, right)
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
