import Teapot
import TeapotMock
import TeapotMockFolders

/// The layout of a recording as a folder of mocks, which gives equal responses equal file names.
///
/// It does not access the file system.
struct FolderLayout: Sendable {
    /// The location of a response.
    struct Placement: Sendable {
        /// The folders below that of the recording.
        let folder: [String]
        /// The file's name without its extension.
        let stem: String
        let fileExtension: String
        let body: Data
        /// Its header fields as a file; `nil` for none.
        let headerFields: Data?
        let step: Scenario.Step

        var headersName: String { stem + ".headers.json" }

        /// The names and contents of the files; the body is last, so a mock never responds without its header fields.
        var files: [(String, Data)] {
            (headerFields.map { [(headersName, $0)] } ?? []) + [(stem + "." + fileExtension, body)]
        }
    }

    /// The spelling of each folder, by its name on a case-insensitive file system.
    private var spellings: [String: String] = [:]
    /// The content of each file, by its name on such a file system.
    private var contents: [String: [UInt8]] = [:]

    /// Returns the reason why a response can't be expressed in a file name; `nil` if it can.
    static func flaw(of request: Request, _ response: Response) -> String? {
        let (method, status) = (request.method, response.status.rawValue)
        guard 200...599 ~= status else { return "its status \(status) is not from 200 to 599" }
        let name = try? MockFileName("success_\(status)_\(method)_x.json")
        guard name?.method == method else {
            return "its method “\(method.shortened(to: 40))” can't be part of a mock's name"
        }
        return nil
    }

    /// Returns the location of a response: that of an equal earlier response, or a new one.
    mutating func place(_ request: Request, _ response: Response) -> Placement {
        let folder = spelled(Request.segments(of: request.path))
        let content = MockContent(response)
        let status = response.status.rawValue
        let kind = status < 400 ? "success" : "error"
        let stem = "\(kind)_\(status)_\(request.method)_\(MockName.name(of: request))"
        let fingerprint = content.fingerprint
        var (numbered, number) = (stem, 1)
        // Only the stem is compared: two files with the same stem would share their header fields.
        while let other = contents[key(folder, numbered)], other != fingerprint {
            number += 1
            numbered = "\(stem)-\(number)"
        }
        contents[key(folder, numbered)] = fingerprint
        let step = Scenario.Step(
            folder: "/" + folder.joined(separator: "/"), responseFileName: numbered + "." + content.fileExtension,
            request: RequestCondition(recorded: request))
        return Placement(
            folder: folder, stem: numbered, fileExtension: content.fileExtension, body: content.body,
            headerFields: content.headerFields, step: step)
    }

    /// Returns the names of folders for the segments of a path, in the spelling that came first.
    private mutating func spelled(_ segments: [String]) -> [String] {
        var (names, place) = ([String](), "")
        for (index, segment) in segments.enumerated() {
            let name = MockName.folder(segment, isFirst: index == 0)
            place += "/" + MockName.folded(name)
            let spelling = spellings[place] ?? name
            spellings[place] = spelling
            names.append(spelling)
        }
        return names
    }

    private func key(_ folder: [String], _ stem: String) -> String {
        MockName.folded(folder.joined(separator: "/") + "/" + stem)
    }
}

extension RequestCondition {
    /// Creates the condition of a scenario's step for a recorded request.
    ///
    /// It contains the method, the path, and the items of the query that were not redacted.
    fileprivate init(recorded request: Request) {
        let items = request.query.filter { $0.value != nil && $0.value != Redaction.replacement }
        self.init(
            method: request.method, path: "/" + Request.segments(of: request.path).joined(separator: "/"),
            query: Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first })
    }
}
