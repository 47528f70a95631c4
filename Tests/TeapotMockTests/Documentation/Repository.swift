import Foundation

/// The files of the repository that the tests were built from.
enum Repository {
    /// Where it is; four folders up from this file.
    static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// Each sample of the README, the articles, and the documentation comments, in the order of the files' names.
    static let samples: [Sample] = {
        let articles = files(below: "Sources").filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }
        return (["README.md"] + articles).flatMap { Sample.all(in: text(of: $0), of: $0) }
    }()

    /// The files that samples are compiled in, their lines normalized: all of a folder `Documentation`, and any whose
    /// name ends in `Sample` or `Samples`.
    static let compiled: [[String]] = files(below: "Tests")
        .filter { $0.contains("/Documentation/") || $0.hasSuffix("Sample.swift") || $0.hasSuffix("Samples.swift") }
        .filter { $0.hasSuffix(".swift") }
        .map { Sample.normalized(text(of: $0)) }

    /// What a file says; nothing if it can't be read, which its samples' number shows.
    static func text(of path: String) -> String {
        (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    /// The paths of all files in a folder and below, from the root, sorted.
    static func files(below folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (found?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }.sorted()
    }
}
