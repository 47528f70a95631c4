import Teapot

/// Where the answers of a recording go in a folder of mocks: file names that are the same for the same answers.
///
/// It touches no file.
struct FolderLayout: Sendable {
    /// Where one answer goes.
    struct Placement: Sendable {
        /// The folders, from the recording's on.
        let folder: [String]
        /// The file's name without its extension.
        let stem: String
        let fileExtension: String
        let body: Data
        /// Its header fields as a file; `nil` for none.
        let headerFields: Data?
        let step: Scenario.Step

        var headersName: String { stem + ".headers.json" }

        /// The names and contents of the files; the body is the last, so that nobody is answered without its header fields.
        var files: [(String, Data)] {
            (headerFields.map { [(headersName, $0)] } ?? []) + [(stem + "." + fileExtension, body)]
        }
    }

    /// The spelling of each folder, by how a disk sees it that doesn't tell small letters from capitals.
    private var spellings: [String: String] = [:]
    /// What is in each file, by such a name of it.
    private var contents: [String: [UInt8]] = [:]

    /// Why an answer fits into no file's name; `nil` if it does.
    static func flaw(of request: Request, _ response: Response) -> String? {
        let (method, status) = (request.method, response.status.rawValue)
        guard 200...599 ~= status else { return "its status \(status) is not one from 200 to 599" }
        let name = try? MockFileName("success_\(status)_\(method)_x.json")
        guard name?.method == method else {
            return "its method “\(method.shortened(to: 40))” is not one that the name of a mock can have"
        }
        return nil
    }

    /// Finds the place of an answer: that of the same answer before, or one of its own.
    mutating func place(_ request: Request, _ response: Response) -> Placement {
        let folder = spelled(Request.segments(of: request.path))
        let content = MockContent(response)
        let status = response.status.rawValue
        let kind = status < 400 ? "success" : "error"
        let stem = "\(kind)_\(status)_\(request.method)_\(MockName.name(of: request))"
        let fingerprint = content.fingerprint
        var (numbered, number) = (stem, 1)
        // The stem alone counts: two files of one stem would share their header fields.
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

    /// The names of folders for the segments of a path, in the spelling in which each came first.
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
    /// What a step of a scenario asks for that answers a request which was recorded: its method, its path, and the items of its
    /// query but those that were redacted.
    fileprivate init(recorded request: Request) {
        let items = request.query.filter { $0.value != nil && $0.value != Redaction.replacement }
        self.init(
            method: request.method, path: "/" + Request.segments(of: request.path).joined(separator: "/"),
            query: Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first })
    }
}
