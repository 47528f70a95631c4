extension MockFileName {
    /// The lowercase names of files that systems and editors leave in folders, other than hidden ones.
    private static let leftovers: Set = ["desktop.ini", "ehthumbs.db", "thumbs.db", "icon\r", "4913"]
    /// The suffixes of copies and files in progress.
    private static let leftoverEnds = ["~", ".tmp", ".temp", ".bak", ".orig", ".rej", ".swp", ".swo", ".part", "___"]

    /// Returns whether a system or an editor has left a file, such as `Thumbs.db` or `success_list.json~`.
    ///
    /// - Parameter fileName: The file's name.
    /// - Returns: Whether it is.
    package static func isLeftover(_ fileName: String) -> Bool {
        let isAutosave = fileName.count > 1 && fileName.hasPrefix("#") && fileName.hasSuffix("#")
        return isAutosave || leftovers.contains(fileName.lowercased())
            || leftoverEnds.contains { ends(fileName, in: $0) }
    }
}
