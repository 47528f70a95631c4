import Foundation
import Teapot

/// The kind of an item in a folder.
package enum FileKind: Equatable {
    /// A file, or a link to one inside the folder.
    case file
    case directory
    /// An item that can't be used, with the reason.
    case refused(String)
    /// An item that no longer exists.
    case gone

    /// Creates the kind of the item at a path.
    ///
    /// - Parameters:
    ///   - path: The path of the item.
    ///   - root: The folder that links must not lead out of.
    package init(_ path: String, inside root: String) {
        var status = stat()
        switch lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0 {
        case 0: self = .gone
        case S_IFREG: self = .file
        case S_IFDIR: self = .directory
        case S_IFLNK: self = Self.ofLink(path, inside: root)
        default: self = .refused("it is not a regular file")
        }
    }

    private static func ofLink(_ path: String, inside root: String) -> FileKind {
        switch FileKind(resolving: path, insideOneOf: [root]) {
        case .gone: .refused("it is a link to a file that does not exist")
        case .directory: .refused("it is a link to something other than a regular file; such links aren't followed")
        case let kind: kind
        }
    }

    /// Creates the kind of the item that a path leads to, unless a link in the path leads out of all the given folders.
    ///
    /// - Parameters:
    ///   - path: The path of the item.
    ///   - roots: The folders. A folder that doesn't exist contains nothing.
    package init(resolving path: String, insideOneOf roots: [String]) {
        guard let target = Self.realPath(path) else {
            self = .gone
            return
        }
        let isInside = roots.compactMap(Self.realPath).contains { folder in
            target == folder || target.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
        }
        // The target isn't a link itself.
        let refusal = "it is, or is inside, a link that points outside the folder; such links aren't followed"
        self = isInside ? FileKind(target, inside: target) : .refused(refusal)
    }

    /// Returns a path without links and dot segments, or `nil` if there is no such item.
    package static func realPath(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
