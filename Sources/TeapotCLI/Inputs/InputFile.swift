import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotMockOpenAPI

/// Checks for the files and folders that a command receives.
enum InputFile {
    /// Checks that a path is a readable file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - purpose: The rest of the sentence about a missing file, such as ` for “--items”`.
    /// - Throws: ``Failure`` if it isn't.
    static func check(_ path: String, for purpose: String = "") throws(Failure) {
        guard let isFolder = isFolder(path) else { throw missing("file", path, purpose) }
        guard !isFolder else { throw Failure("“\(path)” is a folder; use a file.", .noInput) }
        guard isRegular(path) else { throw Failure("“\(path)” is not a regular file; use one that is.", .noInput) }
        try checkIsReadable(path)
    }

    /// Returns the bytes of a device or a pipe, or `nil` for a readable regular file.
    ///
    /// - Throws: ``Failure`` if the path is neither.
    static func contents(ofSpecial path: String) throws(Failure) -> Data? {
        guard isFolder(path) == false, !isRegular(path) else {
            try check(path)
            return nil
        }
        do {
            return try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd() ?? Data()
        } catch { throw Failure("“\(path)” can't be read: \(error.systemReason)", .noInput) }
    }

    /// Checks that a path is a readable folder.
    ///
    /// - Throws: ``Failure`` if it isn't.
    static func checkFolder(_ path: String) throws(Failure) {
        guard let isFolder = isFolder(path) else { throw missing("folder", path) }
        guard isFolder else { throw Failure("“\(path)” is a file; use a folder.", .noInput) }
        try checkIsReadable(path)
    }

    /// The number of mocks, or of a document's operations, that are checked before the first request.
    static let checkedFirst = 256

    /// What a command may receive, for its help and its errors.
    enum Kinds: String {
        case served = "a folder of mocks, an OpenAPI document, a .json file of resources, or a WireMock root"
        case checked = "a folder of mocks, one with “Mocks” and “Scenarios”, a WireMock root, or an OpenAPI document"
        case listed = "a folder of mocks, or an OpenAPI document"
        case replayed = "a HAR file, or “teapot serve” for mocks and OpenAPI documents"
        case imported = "a HAR file. For mocks and OpenAPI documents, run “teapot serve”"
    }

    /// Returns the error for a path that is neither a folder nor a file that a command can read.
    static func unusable(_ path: String, _ kinds: Kinds) -> Failure {
        var hint = path.lowercased().hasSuffix(".har") ? " For a HAR file, use “teapot replay \(path)”." : ""
        if path.contains("://") { hint = " For a live server, use --live \(path)." }
        if let name = path.firstMatch(of: /:\/\/.*\/([^\/]+\.(?:json|ya?ml))(?:[?#]|$)/.ignoresCase())?.1 {
            let file = String(name).quotedIfNecessary
            hint = " For a document, first run “teapot get \(path.quotedIfNecessary) -o \(file)”."
        }
        if kinds == .served, let port = UInt16(path.drop { $0 == ":" }) { hint = " For a port, use --port \(port)." }
        let convert = " For a WireMock root, first run “teapot import wiremock \(path.quotedIfNecessary) --into Mocks”."
        if kinds == .listed, MockDirectories.isWireMock(path) { hint = convert }
        if isFolder(path) != nil { do throws(Failure) { try checkIsReadable(path) } catch { return error } }
        let other = OpenAPIDocument.other(at: path, for: kinds == .checked ? "check" : "serve") ?? "can't be \(kinds)"
        let what = isFolder(path) == nil ? missing(nil, path).message : "“\(path)” \(other)."
        return Failure("\(what) Use \(kinds.rawValue).\(hint)", .noInput)
    }

    /// Returns the error for a path that doesn't exist, with the path that was probably meant.
    private static func missing(_ kind: String?, _ path: String, _ purpose: String = "") -> Failure {
        let url = URL(fileURLWithPath: path.isEmpty ? "." : path)
        let (name, parent) = (url.lastPathComponent, url.deletingLastPathComponent().path)
        let items = ((try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []).sorted().filter { item in
            item != name && (kind == nil || isFolder(parent + "/" + item) == (kind == "folder"))
        }
        let edits = max(1, url.deletingPathExtension().lastPathComponent.count / 3)
        let meant = path.hasSuffix(name) ? name.closest(among: items, within: edits) : nil
        let hint = meant.map { "; did you mean “\(path.dropLast(name.count))\($0)”?" } ?? "."
        return Failure("there is no \(kind ?? "file or folder") “\(path)”\(purpose)\(hint)", .noInput)
    }

    /// Returns whether a path is a folder rather than a file, or `nil` if it doesn't exist.
    static func isFolder(_ path: String) -> Bool? { FileManager.default.isFolder(path) }

    /// Returns whether a path is a regular file or doesn't exist yet.
    static func isRegular(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved(path))
        return attributes == nil || attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Resolves the links in a path, or returns the path itself if nothing exists there yet.
    static func resolved(_ path: String) -> String {
        guard let text = realpath(path, nil) else { return path }
        defer { free(text) }
        return String(cString: text)
    }

    private static func checkIsReadable(_ path: String) throws(Failure) {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw Failure("“\(path)” can't be read: permission denied.", .noInput)
        }
    }
}

extension MockDirectories {
    /// Creates the directories from a folder.
    ///
    /// - Throws: ``Failure`` if there's no such folder.
    init(_ path: String, scenarios: String? = nil) throws(Failure) {
        try InputFile.checkFolder(path)
        if let flaw = MockDirectories.flaw(of: path) { throw Failure(flaw, .noInput) }
        if let scenarios { try InputFile.checkFolder(scenarios) }
        self.init(in: path, scenarios: scenarios)
    }
}

extension Console {
    /// Warns of problems with the files of a folder.
    func warn(_ problems: [MockFolder.Problem], in folder: URL) {
        for problem in problems { warn(Finding(problem, in: folder).text) }
    }
}
