import Teapot

/// Files and folders that a command is given.
enum InputFile {
    /// - Throws: ``Failure`` unless there is a file that can be read.
    static func check(_ path: String) throws(Failure) {
        guard let isFolder = isFolder(path) else { throw Failure("there is no file “\(path)”.", .noInput) }
        guard !isFolder else { throw Failure("“\(path)” is a folder; give a file.", .noInput) }
        try checkIsReadable(path)
    }

    /// - Throws: ``Failure`` unless there is a folder that can be read.
    static func checkFolder(_ path: String) throws(Failure) {
        guard let isFolder = isFolder(path) else { throw Failure("there is no folder “\(path)”.", .noInput) }
        guard isFolder else { throw Failure("“\(path)” is a file; give a folder.", .noInput) }
        try checkIsReadable(path)
    }

    /// Whether a path leads to a folder or a file; `nil` when it leads nowhere.
    static func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
    }

    private static func checkIsReadable(_ path: String) throws(Failure) {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw Failure("“\(path)” can't be read: you are not allowed to.", .noInput)
        }
    }
}
