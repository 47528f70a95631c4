import Foundation
import Teapot

/// A download that a later run of the command can resume.
///
/// Until it's complete, the bytes are in `FILE.part`. Next to it, `FILE.part.json` has the validator of their version,
/// so that two versions are never mixed.
struct ContinuedDownload: Sendable {
    /// The contents of `FILE.part.json`.
    private struct Version: Codable {
        let url: String
        let entityTag: String?
        let lastModified: String?
        let date: String?
        /// The length of the whole body.
        let length: Int?

        /// The head of the response that the first bytes came from.
        func head(_ url: URL) -> Teapot.Response {
            let length = length.map(String.init)
            let fields = ["ETag": entityTag, "Last-Modified": lastModified, "Date": date, "Content-Length": length]
            return Teapot.Response(url: url, statusCode: 200, headers: .init(fields.compactMapValues(\.self)))
        }
    }

    static let option = Option.flag(
        "continue", "c", "Resume an interrupted download to --output, if the server still has the same version.")

    private let path: String
    private let url: String
    /// The head of the response that the kept bytes came from, or `nil` if there are none.
    private let head: Teapot.Response?
    /// The number of kept bytes.
    private let length: Int

    /// Creates a download from the arguments, or returns `nil` if `--continue` isn't among them.
    ///
    /// - Throws: ``UsageError`` without `--output`; ``Failure`` if that isn't a file.
    init?(_ arguments: Arguments, of address: Address) throws {
        guard arguments.has("continue") else { return nil }
        guard let output = arguments["output"] else { throw arguments.misuse("“--continue” requires “--output FILE”.") }
        guard InputFile.isRegular(output) else {
            throw Failure("“\(output)” is not a file, so it can't be continued.", .cannotWrite)
        }
        path = InputFile.resolved(output)
        url = address.base + address.path
        let version = (try? Data(contentsOf: Self.versionFile(path))).flatMap {
            try? JSONDecoder().decode(Version.self, from: $0)
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + ".part")
        let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
        length = isFile ? (attributes?[.size] as? Int) ?? 0 : 0
        head = version?.url == url && length > 0 ? URL(string: url).flatMap { version?.head($0) } : nil
    }

    private static func versionFile(_ path: String) -> URL { URL(fileURLWithPath: path + ".part.json") }

    /// The headers of the request for the missing bytes (RFC 9110 §13.1.5, §14.2), or for all bytes.
    var headers: Teapot.HeaderFields {
        // A compressed body can't be continued at a byte offset.
        var fields: Teapot.HeaderFields = ["Accept-Encoding": "identity"]
        guard let validator = head?.rangeValidator else { return fields }
        fields["Range"] = "bytes=\(length)-"
        fields["If-Range"] = validator
        return fields
    }

    /// The place for the body of a response.
    enum Destination {
        /// The file; for the rest of the same version, it already has the kept bytes.
        case file(OutputFile, from: Int)
        /// The file is already complete, so the response has nothing to add.
        case complete(OutputFile)
        /// The response isn't for the file, because it's an error.
        case none
    }

    /// Returns the place for the body of a response.
    ///
    /// - Throws: ``Failure`` if the file can't be written, or if the response doesn't match the kept bytes.
    func destination(of response: Teapot.Response) throws(Failure) -> Destination {
        let range = response.headers["Content-Range"] ?? ""
        switch response.statusCode {
        case 206:
            guard let head, range.hasPrefix("bytes \(length)-"), response.isPart(ofVersionOf: head) else {
                forget()
                throw Failure(
                    "the response doesn't continue “\(path).part”, which was removed; run the command again.",
                    .noResponse)
            }
            return .file(try OutputFile(path, keeping: true, from: length), from: length)
        case 416 where head != nil:
            // The requested range begins after the last byte.
            if range.hasPrefix("bytes */"), range.rangeTotal == length {
                return .complete(try OutputFile(path, keeping: true, from: length))
            }
            forget()
            throw Failure(
                "“\(path).part” is longer than the resource, so it was removed; run the command again.", .noResponse)
        case 200..<300:
            let isKept = response.rangeValidator != nil
            if !isKept { forget() }
            let file = try OutputFile(path, keeping: isKept, from: 0)
            // From here on, the file is empty, and no other download writes to it.
            if isKept { Self.write(response, of: url, at: path) }
            return .file(file, from: 0)
        default: return .none
        }
    }

    /// Checks the length of the complete file.
    ///
    /// - Throws: ``Failure`` if bytes are missing. The next run requests them.
    func check(_ count: Int, _ response: Teapot.Response) throws(Failure) {
        guard let total = response.total ?? head?.total, total != count else { return }
        throw Failure("“\(path)” has \(count) of \(total) bytes.", .noResponse)
    }

    /// Removes the version when the file is complete.
    func end() { try? FileManager.default.removeItem(at: Self.versionFile(path)) }

    private func forget() {
        try? FileManager.default.removeItem(atPath: path + ".part")
        end()
    }

    /// Saves the version of the first bytes of a download, so it can be continued.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - url: The URL.
    ///   - part: The path of the bytes.
    /// - Returns: Whether the download can be continued.
    static func remember(_ response: Teapot.Response, of url: String, at part: String) -> Bool {
        let isWhole = response.statusCode == 200 && response.headers["Content-Encoding"] == nil
        guard isWhole, part.hasSuffix(".part"), response.rangeValidator != nil else { return false }
        write(response, of: url, at: String(part.dropLast(".part".count)))
        return true
    }

    private static func write(_ response: Teapot.Response, of url: String, at path: String) {
        let version = Version(
            url: url, entityTag: response.headers["ETag"], lastModified: response.headers["Last-Modified"],
            date: response.headers["Date"], length: response.total)
        // Without the file, the next run starts over.
        guard let data = try? JSONEncoder().encode(version) else { return }
        // A URL can contain a secret.
        _ = FileManager.default.createFile(
            atPath: versionFile(path).path, contents: data, attributes: [.posixPermissions: 0o600])
    }
}
