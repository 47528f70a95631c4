import Foundation
import Teapot

/// A fixture that has been read and checked.
struct LoadedFixture: Sendable {
    let data: Data
    let contentType: String
    /// The headers of a response that has no others.
    let headers: Teapot.HeaderFields
    /// The values that distinguish this version of the file from others.
    let validators: Response.Validators
}

/// The fixtures of a mock.
///
/// It reads and checks each fixture once, on first use, and doesn't cache failures.
final class FixtureLibrary: Sendable {
    private let place: FixturePlace
    private let known = Locked<[String: LoadedFixture]>([:])

    init(_ place: FixturePlace) { self.place = place }

    /// Returns a fixture by its name.
    ///
    /// - Parameter name: The name of a file. A name without an extension refers to a `.json` file. A name with an
    ///   extension is used as is or, if there is no such file, with `.json` appended, so `users.v2` is found.
    /// - Returns: The fixture.
    /// - Throws: `missingMockFile` or `invalidMockFile`.
    func fixture(named name: String) throws(TeapotError) -> LoadedFixture {
        if let fixture = known.withLock({ $0[name] }) { return fixture }
        let fixture = try load(name)
        known.withLock { $0[name] = fixture }
        return fixture
    }

    private func load(_ name: String) throws(TeapotError) -> LoadedFixture {
        if let reason = Self.reasonToRefuse(name) { throw .invalidMockFile(name, reason) }
        let hasExtension = name.split(separator: "/").last?.dropFirst().contains(".") ?? false
        let candidates = hasExtension ? [name, name + ".json"] : [name + ".json"]
        let folders = place.folders
        var refusal: TeapotError?
        for candidate in candidates {
            for folder in folders {
                let file = folder.appendingPathComponent(candidate)
                guard let target = FileKind.realPath(file.path) else { continue }
                switch FileKind(resolving: target, insideOneOf: folders.map(\.path)) {
                case .gone: continue
                case .file: return try Self.read(URL(fileURLWithPath: target), named: candidate)
                case .directory: throw .invalidMockFile(candidate, "“\(file.path)” is a folder")
                case .refused(let reason):
                    refusal = refusal ?? .invalidMockFile(candidate, "“\(file.path)”: \(reason)")
                }
            }
        }
        throw refusal ?? .missingMockFile(candidates[0], in: folders)
    }

    /// Returns the reason a name can't be used for a fixture, or `nil` if it can be.
    ///
    /// Names that lead out of the folder are rejected.
    private static func reasonToRefuse(_ name: String) -> String? {
        let segments = name.split(separator: "/", omittingEmptySubsequences: false)
        if segments.contains(where: { ["", ".", ".."].contains($0) }) {
            return "name a file below the fixtures' folder, without “.”, “..” or a slash at either end"
        }
        return name.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? "the name has a control character" : nil
    }

    private static func read(_ file: URL, named name: String) throws(TeapotError) -> LoadedFixture {
        // Read the validators before the bytes. If the file is replaced in between, the next version still gets another
        // entity tag.
        let validators = Response.Validators(ofFile: file.path) ?? Response.Validators()
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw .invalidMockFile(name, "“\(file.path)” can't be read: \(error.systemReason)", underlying: error)
        }
        let contentType = MediaType.named(name)
        if contentType == "application/json" {
            do {
                try JSON.check(data)
            } catch {
                throw .invalidMockFile(name, "\(error), in “\(file.path)”", underlying: error)
            }
        }
        return LoadedFixture(
            data: data, contentType: contentType,
            headers: ["Content-Type": contentType, "Content-Length": String(data.count)], validators: validators)
    }
}
