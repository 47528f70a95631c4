import Foundation
import TeapotMock
import TeapotMockFolders

/// A type that lays out a recording as a folder of mocks, so that equal responses get equal file names.
///
/// It doesn't access the file system.
struct FolderLayout: Sendable {
    /// The way a response differs from those placed earlier.
    enum Novelty {
        /// The first response to its request.
        case request
        /// A different response to a request that already has one.
        case response
        /// The same response to the same request as an earlier one.
        case none
    }

    /// The location of a response.
    struct Placement: Sendable {
        /// The path of folders below the recording's folder.
        let folder: [String]
        /// The file's name without its extension.
        let stem: String
        let fileExtension: String
        let body: Data
        /// The headers as a file, or `nil` if there are none.
        let headers: Data?
        let step: Scenario.Step

        /// The names of the folders whose index files change.
        let changed: [[String]]
        /// The way the response differs from those placed earlier.
        let novelty: Novelty

        var headersName: String { stem + ".headers.json" }

        /// Returns the name of the file that contains the given place of the exchange.
        func fileName(of place: String) -> String {
            if place.hasPrefix("response body") { return stem + "." + fileExtension }
            return place.hasPrefix("response header") ? headersName : ConditionFile.fileName
        }

        /// The names and contents of the files; the body comes last, so a mock never responds without its headers.
        var files: [(String, Data)] {
            (headers.map { [(headersName, $0)] } ?? []) + [(stem + "." + fileExtension, body)]
        }
    }

    /// The contents of an index file.
    struct Index {
        let text: Data
        let file: ConditionFile
        /// The members as written.
        let members: [String: any Sendable]
    }

    /// Whether JSON is formatted.
    var formatsJSON = true
    /// Whether the pieces of an existing mock are kept.
    var keepsPieces = false
    /// The files that recorders wrote to the folder.
    var list = RecordedList(isComplete: false)
    /// Whether the entries that a person has edited are kept.
    var keepsEdits = true
    /// The spelling of each folder, keyed by its name on a case-insensitive file system.
    private var spellings: [String: String] = [:]
    /// The folders whose existing subfolders are listed in `spellings`.
    private var listed: Set<String> = []
    /// The folders, keyed by their names on a case-insensitive file system.
    private var folders: [String: Folder] = [:]
    /// The steps of a scenario, with the numbers of their exchanges.
    private(set) var steps: [(number: Int, step: Scenario.Step)] = []
    /// The number of written responses, and then of their requests, without duplicates.
    private(set) var differentResponses = 0
    private(set) var differentRequests = 0
    /// The files of an earlier publication that this one replaces; their entries in index files don't count.
    var former: Set<String> = []
    /// The requests' hosts with their numbers of responses, in the order in which they were first recorded.
    private var hosts: [(name: String, count: Int)] = []

    /// Returns the reason a response can't be expressed in a file name, or `nil` if it can be.
    static func flaw(of request: Request, _ response: Response) -> String? {
        let (method, status) = (request.method, response.status.rawValue)
        guard 200...599 ~= status else { return "its status \(status) is not from 200 to 599" }
        let name = try? MockFileName("success_\(status)_\(method)_x.json")
        guard name?.method == method else {
            return "its method “\(method.shortened(to: 40))” can't be part of a mock's name"
        }
        return nil
    }

    /// Returns the location of a response, either that of an equal earlier response or a new one.
    ///
    /// - Parameters:
    ///   - request: The request, redacted.
    ///   - mock: The entry in the index file, with the condition that distinguishes it from other requests.
    ///   - response: The response.
    ///   - list: A closure that returns the names of the existing subfolders of a folder.
    ///   - read: A closure that returns a folder's index file, or `nil` if it still has the given text.
    /// - Returns: The location.
    /// - Throws: The error that the closure throws.
    mutating func place<Failure>(
        _ request: Request, _ mock: MockEntry, _ response: Response,
        list: ([String]) -> [String] = { _ in [] }, read: ([String], _ text: Data?) throws(Failure) -> Index?
    ) throws(Failure) -> Placement {
        let condition = mock.condition
        let names = spelled(Request.segments(of: request.path), isTemplate: condition.exactPath == nil, list: list)
        let place = MockName.folded(names.joined(separator: "/"))
        let hadHosts = hosts.count > 1
        try refresh(names, read: read)
        let host = request.recordedHost
        if let host { count(host) }
        let content = MockContent(response, formatsJSON: formatsJSON)
        let name = mock.name.map(MockName.name(from:)) ?? MockName.name(of: request)
        let stem = MockName.start(of: response, request.method) + name
        let fingerprint = content.fingerprint + Array(mock.delivery.text.utf8)
        var folder = folders.removeValue(forKey: place) ?? Folder(names: names)
        let numbered = folder.stem(stem, for: condition, host, fingerprint)
        let fileName = numbered + "." + content.fileExtension
        let novelty = folder.insert(
            Entry(
                fingerprint: fingerprint, condition: condition, delivery: mock.delivery, host: host,
                fileName: fileName, target: request.shortTarget), at: numbered)
        folders[place] = folder
        // Hosts are stated only if there are several.
        let isNew = hosts.count > 1 && !hadHosts
        let changed = isNew ? folders.values.map(\.names).filter { $0 != names } + [names] : [names]
        var stepCondition = condition
        if hosts.count > 1 { stepCondition.host = host }
        let step = Scenario.Step(
            folder: "/" + names.joined(separator: "/"), responseFileName: fileName, request: stepCondition)
        return Placement(
            folder: names, stem: numbered, fileExtension: content.fileExtension, body: content.body,
            headers: content.headers, step: step, changed: changed, novelty: novelty)
    }

    /// Adopts changes that another recorder has written to a folder's index file in the meantime.
    ///
    /// - Parameters:
    ///   - names: The names of the folders.
    ///   - read: A closure that returns a folder's index file, or `nil` if it still has the given text.
    /// - Throws: The error that the closure throws.
    mutating func refresh<Failure>(
        _ names: [String], read: ([String], _ text: Data?) throws(Failure) -> Index?
    ) throws(Failure) {
        let place = MockName.folded(names.joined(separator: "/"))
        var folder = folders[place] ?? Folder(names: names)
        guard let index = try read(names, folder.text) else { return }
        folder.text = index.text
        let prefix = names.map { $0 + "/" }.joined()
        folder.former = index.members.filter { !former.contains(prefix + $0.key) }
        folder.edits = [:]
        for case (let name, let members as [String: any Sendable]) in folder.former {
            folder.edits[name] = list.edits(of: members, prefix + name)
        }
        for (name, var entry) in index.file.entries.sorted(by: { $0.key < $1.key }) {
            guard entry.problems.isEmpty, folder.former[name] != nil else { continue }
            let host = entry.condition.host
            entry.condition.host = nil
            if let host, !hosts.contains(where: { $0.name == host }) { hosts.append((host, 0)) }
            folder.insertFormer(
                Entry(fingerprint: nil, condition: entry.condition, host: host, fileName: name, target: ""))
        }
        folders[place] = folder
    }

    /// Records that the files of a response could be written.
    ///
    /// - Parameters:
    ///   - placement: The location of the response.
    ///   - number: The number of the exchange.
    mutating func confirm(_ placement: Placement, number: Int) {
        folders[MockName.folded(placement.folder.joined(separator: "/"))]?.confirm(placement.stem)
        if placement.novelty != .none { differentResponses += 1 }
        if placement.novelty == .request { differentRequests += 1 }
        steps.append((number, placement.step))
    }

    /// The number of entries compared to find the places of all responses.
    var comparisons: Int { folders.values.reduce(0) { $0 + $1.comparisons } }

    /// Records the text of a folder's index file after writing it.
    mutating func keep(_ text: Data, of names: [String]) {
        folders[MockName.folded(names.joined(separator: "/"))]?.text = text
    }

    private mutating func count(_ host: String) {
        if let index = hosts.firstIndex(where: { $0.name == host }) {
            hosts[index].count += 1
        } else {
            hosts.append((host, 1))
        }
    }

    /// Returns the contents of a folder's index file, and whether a person has edited any of its entries.
    ///
    /// - Parameters:
    ///   - names: The names of the folders.
    ///   - kept: The files that a person has edited, to which the recorded pieces don't apply.
    /// - Returns: The members of the file, and whether a person has edited any that were recorded again.
    mutating func index(of names: [String], keeping kept: Set<String>) -> ([String: any Sendable], hasEdits: Bool) {
        guard let folder = folders[MockName.folded(names.joined(separator: "/"))] else { return ([:], false) }
        var (members, hasEdits) = (folder.former, false)
        for entry in folder.recorded {
            var condition = entry.condition
            if hosts.count > 1 { condition.host = entry.host }
            let former = members[entry.fileName] as? [String: any Sendable] ?? [:]
            let name = names.map { $0 + "/" }.joined() + entry.fileName
            var edits = keepsEdits ? folder.edits[entry.fileName]?.parts ?? [] : []
            hasEdits = hasEdits || !edits.isEmpty
            if kept.contains(name) { edits.insert("stream") }
            var own = entry.delivery.document(after: former, keepingPieces: keepsPieces)
            for part in Delivery.memberNames where edits.contains(part) { own[part] = former[part] }
            let isEdited = edits.contains(RecordedList.condition)
            own.merge(isEdited ? former.filter { !Delivery.memberNames.contains($0.key) } : condition.document) { $1 }
            // A mock without a condition needs no entry.
            members[entry.fileName] = own.isEmpty ? nil : own
            list.insert(own, of: name, except: edits)
        }
        return (members, hasEdits)
    }

    /// Remarks about the recording: several hosts, and several responses to one request.
    var remarks: [String] {
        var remarks: [String] = []
        let hosts = hosts.filter { $0.count > 0 }
        if hosts.count > 1 {
            let names = hosts.map { "\($0.name) (\(String(counting: $0.count, "response")))" }.joined(separator: ", ")
            remarks.append(
                "The requests went to \(hosts.count) hosts: \(names). A mock answers requests to its own host; a request"
                    + " to localhost or an IP address gets the first mock that fits.")
        }
        for (_, folder) in folders.sorted(by: { $0.key < $1.key }) {
            let groups = Dictionary(grouping: folder.recorded, by: \.group).sorted { $0.key < $1.key }.map(\.value)
            for group in groups where group.count > 1 {
                let path = folder.names.map { $0 + "/" }.joined()
                let files = group.map { "“\(path)\($0.fileName)”" }.joined(separator: ", ")
                remarks.append(
                    "\(group[0].target) got \(group.count) different responses: \(files). The folder answers with the "
                        + "first that succeeds; a scenario replays them in order.")
            }
        }
        return remarks
    }

    /// Returns the folder names for the segments of a path, in their existing or first spelling.
    ///
    /// - Parameters:
    ///   - segments: The segments.
    ///   - isTemplate: Whether a segment in braces matches any one segment.
    ///   - list: A closure that returns the names of the existing subfolders of a folder.
    /// - Returns: The names.
    private mutating func spelled(
        _ segments: [String], isTemplate: Bool, list: ([String]) -> [String]
    ) -> [String] {
        var (names, place) = ([String](), "")
        for (index, segment) in segments.enumerated() {
            if listed.insert(place).inserted {
                for name in list(names).sorted() where spellings[place + "/" + MockName.folded(name)] == nil {
                    spellings[place + "/" + MockName.folded(name)] = name
                }
            }
            let isVariable = isTemplate && AnyText.isVariable(segment)
            // What's in the braces may be anything, such as “{id}/../../{a}”.
            let text = isVariable ? String(segment.dropFirst().dropLast()) : segment
            let folder = MockName.folder(text, isFirst: index == 0 && !isVariable)
            let name = isVariable ? "{\(folder)}" : folder
            place += "/" + MockName.folded(name)
            names.append(spellings[place] ?? name)
            spellings[place] = names.last
        }
        return names
    }
}

extension Request {
    /// The host and port that a recorded request was sent to, without a default port.
    fileprivate var recordedHost: String? {
        origin.flatMap { origin in origin.range(of: "://").map { String(origin[$0.upperBound...]) } }
    }
}
