import Foundation
package import Teapot

extension TeapotError {
    /// Returns the error for a fixture that can't be used.
    package static func invalidMockFile(
        _ name: String, _ reason: String, underlying: (any Error)? = nil
    ) -> TeapotError { make(.invalidMockFile, "– " + reason, filling: [name], underlying: underlying) }

    /// The error for a fixture without a name.
    static var unnamedMockFile: TeapotError {
        let advice = "pass a name; it may be empty only if the status is a failure or allows no body"
        return make(.missingMockFile, "– " + advice, filling: [""])
    }

    /// Returns the error for a fixture that isn't in any of the searched folders.
    ///
    /// The error lists the files that those folders do contain.
    static func missingMockFile(_ name: String, in folders: [URL]) -> TeapotError {
        guard !folders.isEmpty else {
            let advice = "no folder is searched; pass `directory:` to a MockTeapot, or `fixtures:` to a router"
            return make(.missingMockFile, "– " + advice, filling: [name])
        }
        let places = list(folders.map { "“\($0.path)”" }, limit: 4, more: "folders")
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let kind = file.split(separator: ".").last.map { "." + $0 } ?? ""
        let all = FixturePlace.fileNames(in: folders)
        let names = all.filter { $0.hasSuffix(kind) }
        let exists = folders.contains { FileManager.default.fileExists(atPath: $0.path) }
        let missing = exists ? "There is no \(kind) file." : "There is no such folder."
        let offer = names.isEmpty ? missing : "Available: \(list(names, limit: 10, more: "more"))."
        let guess = file.closest(among: all).map { " Did you mean “\($0)”?" } ?? ""
        return make(.missingMockFile, "– it isn't in \(places). \(offer)\(guess)", filling: [name])
    }

    private static func list(_ names: [String], limit: Int, more: String) -> String {
        let rest = names.count - limit
        let tail = rest <= 0 ? [] : [more == "more" ? "and \(rest) more" : "and \(rest) more \(more)"]
        return (names.prefix(limit) + tail).joined(separator: ", ")
    }
}
