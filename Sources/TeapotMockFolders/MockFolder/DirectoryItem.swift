import Foundation
import Teapot
import TeapotMock

/// An item in a directory listing.
struct DirectoryItem {
    let name: String
    /// The kind of the item, or `nil` if the listing doesn't include it or the item itself must be examined, as for a
    /// link.
    let kind: FileKind?

    /// Returns the items of a directory that aren't hidden, in no particular order, or `nil` if they can't be listed.
    ///
    /// Most file systems report here whether an item is a file or a directory, which saves a call for each item.
    static func all(in directory: String) -> [Self]? {
        guard let stream = opendir(directory), let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else {
            return nil
        }
        defer { closedir(stream) }
        var items: [Self] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { return errno == 0 ? items : nil }
            let start = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
            if start.pointee == CChar(UInt8(ascii: ".")) { continue }
            let kind: FileKind? =
                switch Int(entry.pointee.d_type) {
                case Int(DT_REG): .file
                case Int(DT_DIR): .directory
                default: nil
                }
            items.append(Self(name: String(cString: start), kind: kind))
        }
    }
}
