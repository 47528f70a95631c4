extension MockFileName {
    /// The names, in lowercase, of files that systems and editors leave in folders, besides hidden ones.
    private static let leftovers: Set = ["desktop.ini", "ehthumbs.db", "thumbs.db", "icon\r", "4913"]
    /// The ends of the names of copies and files in progress.
    private static let leftoverEnds = ["~", ".tmp", ".temp", ".bak", ".orig", ".rej", ".swp", ".swo", ".part", "___"]

    /// Returns whether a file is one that a system or an editor has left, such as `Thumbs.db` or `success_list.json~`.
    ///
    /// - Parameter fileName: The file's name.
    /// - Returns: Whether it is.
    package static func isLeftover(_ fileName: String) -> Bool {
        let isAutosave = fileName.count > 1 && fileName.hasPrefix("#") && fileName.hasSuffix("#")
        return isAutosave || leftovers.contains(fileName.lowercased())
            || leftoverEnds.contains { ends(fileName, in: $0) }
    }
}
