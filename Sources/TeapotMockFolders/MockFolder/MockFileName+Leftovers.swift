extension MockFileName {
    /// The lowercased names of files, other than hidden ones, that systems and editors leave in folders.
    private static let leftovers: Set = ["desktop.ini", "ehthumbs.db", "thumbs.db", "icon\r", "4913"]
    /// The suffixes of copies and files in progress.
    private static let leftoverEnds = ["~", ".tmp", ".temp", ".bak", ".orig", ".rej", ".swp", ".swo", ".part", "___"]

    /// Returns whether a file was left by a system or an editor, such as `Thumbs.db` or `success_list.json~`.
    ///
    /// - Parameter fileName: The file's name.
    /// - Returns: Whether it was.
    package static func isLeftover(_ fileName: String) -> Bool {
        let isAutosave = fileName.count > 1 && fileName.hasPrefix("#") && fileName.hasSuffix("#")
        let name = fileName.lowercased()
        return isAutosave || leftovers.contains(name) || leftoverEnds.contains(where: name.hasSuffix)
    }
}
