import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension MockFolder.Mock {
    /// The contradictions between the mock's name and its status, method, extension or contents, with advice.
    var contradictions: [String] {
        let never = "a WebSocket begins with GET, so a mock for \(method ?? "") never answers; remove the method"
        guard isBody else { return isWebSocket && method ?? "GET" != "GET" ? [never] : [] }
        let isEmpty = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) == 0
        return [misnamedResult, otherMethod, misspelledExtension(), isEmpty ? emptyJSON : nil].compactMap(\.self)
    }

    private var misnamedResult: String? {
        let (prefix, other) = isSuccess ? ("success", "error") : ("error", "success")
        let isContradiction = isSuccess ? status.rawValue >= 400 : status.isSuccess && !statesError
        guard isContradiction, file.lowercased().hasPrefix(prefix + "_") else { return nil }
        let meant = other + file.dropFirst(prefix.count)
        return "its name says “\(prefix)” and \(status.rawValue); did you mean “\(meant)”?"
    }

    /// Whether the body describes an error, as in GraphQL, which answers with 200.
    private var statesError: Bool {
        let members = (try? bytes()).flatMap { try? JSON(parsing: $0).dictionary }
        return members.map { $0["errors"] != nil || $0["error"] != nil } ?? false
    }

    /// The words that people write instead of a method.
    private static let synonyms = [
        "FETCH": "GET", "LIST": "GET", "READ": "GET", "RETRIEVE": "GET", "ADD": "POST", "CREATE": "POST",
        "SUBMIT": "POST", "REPLACE": "PUT", "EDIT": "PATCH", "MODIFY": "PATCH", "UPDATE": "PATCH", "DEL": "DELETE",
        "REMOVE": "DELETE",
    ]
    /// The methods that a name can't state.
    private static let otherMethods = [
        "CONNECT", "COPY", "LINK", "LOCK", "MKCOL", "MOVE", "PROPFIND", "PURGE", "QUERY", "REPORT", "SEARCH", "TRACE",
        "UNLINK", "UNLOCK",
    ]

    private var otherMethod: String? {
        let word = String(name.prefix { $0 != "_" })
        guard method == nil, !file.hasPrefix(word) else { return nil }
        if let meant = Self.synonyms[word], let place = file.range(of: word) {
            return "“\(word)” isn't a method; did you mean “\(file.replacingCharacters(in: place, with: meant))”?"
        }
        guard Self.otherMethods.contains(word) else { return nil }
        let entry = #"{"\#(file)": {"method": "\#(word)"}}"#
        return "“\(word)” in its name doesn't set the method; write \(entry) into “\(ConditionFile.fileName)”"
    }

    private func misspelledExtension() -> String? {
        guard let dot = file.lastIndex(of: ".") else { return nil }
        let suffix = file[file.index(after: dot)...].lowercased()
        guard suffix != "jsonl", MediaType.byExtension[suffix] == nil, !statesMediaType else { return nil }
        return suffix.closest(among: ["json", "html"], within: 1).map {
            "“.\(suffix)” isn't a known extension; did you mean “\(file[...dot])\($0)”?"
        }
    }

    private var emptyJSON: String? {
        guard file.lowercased().hasSuffix(".json"), status.mayHaveContent, method != "HEAD" else { return nil }
        let meant = file.dropLast("json".count) + "txt"
        return "it's empty, so it isn't JSON; write JSON or, for a response without a body, name it “\(meant)”"
    }
}
