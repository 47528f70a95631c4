public import Foundation
import Teapot
import TeapotMockDocuments

extension HAR {
    /// Creates a recording by reading a file.
    ///
    /// - Parameter file: The file, in UTF-8.
    /// - Throws: A ``Problem`` if it can't be read, isn't valid JSON, or has no list of entries. A problem with one
    ///   entry is added to ``problems`` instead, and the other entries are read.
    public init(contentsOf file: URL) throws(Problem) {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw Problem(file: file.lastPathComponent, "“\(file.path)” can't be read: \(error.systemReason)")
        }
        try self.init(parsing: data, name: file.lastPathComponent)
    }

    /// Creates a recording by parsing a file's bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The name of the file in ``problems``.
    /// - Throws: A ``Problem`` if they aren't valid JSON, or have no list of entries.
    public init(parsing data: Data, name: String = "HAR") throws(Problem) {
        let root: HARNode
        do {
            root = HARNode(file: name, json: JSONNode(try JSONTree(parsing: data)))
        } catch {
            throw Problem(file: name, line: error.line, column: error.column, error.reason)
        }
        guard root.isObject, root["log"] != nil else {
            throw root.problem("It isn't a HAR file: it has no “log” object.")
        }
        let log = try root.object("log")
        guard log["entries"] != nil else {
            throw log.place(of: "entries").problem("It is missing; it must be a list.")
        }
        self.init()
        self.name = name
        var reader = HAREntryReader()
        for node in try log.list("entries") {
            do throws(Problem) {
                entries.append(try reader.entry(node))
            } catch {
                var problem = error
                problem.skipped = problem.skipped ?? .unusable
                reader.problems.append(problem)
            }
        }
        problems = reader.problems
    }
}
