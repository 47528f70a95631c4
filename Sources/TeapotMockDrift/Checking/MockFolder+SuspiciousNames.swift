import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension MockFolder {
    /// The names that are valid, but probably mean something else: each file, or the first of a directory, with advice.
    var suspiciousNames: [Problem] {
        let mocks = mocks
        let files = Set(mocks.map(\.path))
        var known: Set<String> = []
        return mocks.flatMap { mock in
            let place = Self.misplacement(in: mock, among: files)
            let name = [misspelling(in: mock), place, Self.advice(forContentsOf: mock, among: files)].compactMap(\.self)
            let segments = known.insert(mock.folder).inserted ? mock.folder.split(separator: "/") : []
            let all = name + mock.contradictions + segments.compactMap(Self.advice(forSegment:))
            return all.map { Problem(mock.path, $0) }
        }
    }

    /// The methods whose names hardly mean anything else; “options” does.
    private static let methods = MockFileName.methods.filter { $0 != "OPTIONS" }

    /// Returns the effect of a name whose first part was probably meant as a status, a delay or a method.
    private func misspelling(in mock: Mock) -> String? {
        let first = String(mock.name.prefix { $0 != "_" })
        func text(_ kind: String, _ effect: String, _ meant: String) -> String {
            "“\(first)” in its name isn't a \(kind)\(effect); did you mean “\(meant)”?"
        }
        if let meant = Self.status(near: first), let status = try? mock.response().status.rawValue,
            ["success_\(first)", "error_\(first)"].contains(where: mock.file.lowercased().hasPrefix)
        {
            return text("status", ", so it answers with status \(status)", meant)
        }
        if let meant = Self.delay(near: first) { return text("delay", ", so it answers at once", meant) }
        let isMethod = Self.methods.contains(first.uppercased()) && first.lowercased() == first
        // In “posts”, a mock may be named after a post.
        guard isMethod, mock.method == nil, !mock.folder.lowercased().contains(first) else { return nil }
        let isForGET = method(of: mock) == "GET" && !mock.isGeneral && first != "get"
        return text("method", isForGET ? ", so it answers GET" : "", first.uppercased())
    }

    /// Returns advice for a misnamed headers file, or a prefix or method that isn't set off by underscores.
    private static func misplacement(in mock: Mock, among files: Set<String>) -> String? {
        let (file, folder) = (mock.file, mock.path.dropLast(mock.file.count))
        if let match = file.wholeMatch(of: /(.+)[._-]headers?\.json/.ignoresCase()),
            files.contains(where: { $0.hasPrefix(folder + match.1 + ".") && $0 != mock.path })
        {
            return "it's served as a response; for headers, name it “\(match.1).headers.json”"
        }
        if let match = file.wholeMatch(of: /(success|error)(?: |(?=\d{3}_))(.+)/.ignoresCase()) {
            return "“\(match.1)” in its name has no effect; did you mean “\(match.1)_\(match.2)”?"
        }
        guard mock.method == nil else { return nil }
        func advice(_ word: Substring, _ rest: Substring) -> String {
            "“\(word)” in its name doesn't set the method; did you mean “success_\(word.uppercased())_\(rest).json”?"
        }
        if let match = file.wholeMatch(of: /success_(\w+)-(.+)\.json/), methods.contains(String(match.1)) {
            return advice(match.1, match.2)
        }
        let match = file.wholeMatch(of: /(?:success_)?((?!error_).+)\.(\w+)\.json/)
        return match.flatMap { methods.contains($0.2.uppercased()) ? advice($0.2, $0.1) : nil }
    }

    /// Returns the status that a number with a doubled digit, such as 2000, was probably meant to be.
    private static func status(near text: String) -> String? {
        // A mock may be named after a year.
        guard text.count == 4, let number = Int(text), !(2001...2099).contains(number) else { return nil }
        let meant = text.replacing(/(\d)\1/, maxReplacements: 1) { $0.1 }
        return Int(meant).map { 200...599 ~= $0 } == true ? meant : nil
    }

    /// Returns the delay that a time with another unit, such as 10m or 500msec, was probably meant to be.
    private static func delay(near text: String) -> String? {
        let units = /(\d+)(\.\d+)?(?:(mss|msecs?|millis)|(secs?|seconds?)|(m|mins?|minutes?))/
        guard let match = text.wholeMatch(of: units), let number = Double(match.1 + (match.2 ?? "")) else { return nil }
        if match.5 != nil { return "\(Int((number * 60).rounded()))s" }
        return "\(match.1)\(match.2 ?? "")\(match.3 == nil ? "s" : "ms")"
    }

    /// Returns advice for a file that maps other files, but has another name than the index.
    private static func advice(forContentsOf mock: Mock, among files: Set<String>) -> String? {
        guard mock.file == mock.name + ".json", let map = try? JSON(parsing: Data(contentsOf: mock.url)).dictionary
        else { return nil }
        let path = Finding.prefix(of: mock.url.deletingLastPathComponent()) + mock.file
        if let kind = ForeignFile.description(of: map, at: path) { return "it's served as a response, but \(kind)" }
        let isIndex = map.keys.contains { files.contains(mock.place(of: $0)) }
        return isIndex ? "it's served as a response; for conditions, name it “mocks.index.json”" : nil
    }

    private static func advice(forSegment segment: Substring) -> String? {
        let shown = "“\(segment)” in its path"
        if segment.contains("*") { return "\(shown) isn't a wildcard: for any value, name the folder “{id}”" }
        if segment.contains("?") { return "\(shown) never matches: a query belongs in “mocks.index.json”" }
        if segment.contains("{") != segment.contains("}") { return "\(shown) has only one brace: write “{id}”" }
        guard Self.methods.contains(String(segment)) else { return nil }
        return "\(shown) isn't a method: write it in a file's name, as in success_\(segment)_list.json"
    }
}
