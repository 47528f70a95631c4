import Foundation

/// The files of the repository that the tests were built from.
enum Repository {
    /// The root of the repository; three folders up from this file.
    static let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// Each sample of the README, the articles, and the documentation comments, in the order of the files' names.
    static let samples: [Sample] = {
        let articles = files(below: "Sources").filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }
        return (["README.md"] + articles).flatMap { Sample.all(in: text(of: $0), of: $0) }
    }()

    /// Each Markdown file, in the order of the files' names.
    static let markdown: [String] = {
        let folders = [".ci", ".github", "Localization", "Sources", "TestResources", "Tests"]
        let top = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return (top + folders.flatMap { files(below: $0) }).filter { $0.hasSuffix(".md") }.sorted()
    }()

    /// The normalized lines of the files in which samples are compiled.
    ///
    /// They are all files of a folder `Documentation`, and any file whose name ends in `Sample` or `Samples`.
    static let compiled: [[String]] = files(below: "Tests")
        .filter { $0.contains("/Documentation/") || $0.hasSuffix("Sample.swift") || $0.hasSuffix("Samples.swift") }
        .filter { $0.hasSuffix(".swift") }
        .map { Sample.normalized(text(of: $0)) }

    /// Returns the text of a file, or an empty string if it can't be read, which the number of its samples reveals.
    static func text(of path: String) -> String {
        (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    /// Returns the path, from the root, of a file that another file links to.
    static func path(_ link: String, from document: String) -> String {
        let folder = URL(fileURLWithPath: "/" + document).deletingLastPathComponent()
        return String(folder.appendingPathComponent(link).standardizedFileURL.path.dropFirst())
    }

    /// Returns the sorted paths of all files in a folder and its subfolders, from the root.
    static func files(below folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (found?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }.sorted()
    }
}
