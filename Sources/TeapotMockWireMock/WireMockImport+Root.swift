import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension WireMockImport {
    /// WireMock's root folder; files outside it are never read.
    struct Root: Sendable {
        /// A file of mappings.
        struct File: Sendable {
            /// The file's path below the root, such as `mappings/cart.json`.
            let path: String
            let data: Data
        }

        let url: URL

        init(_ url: URL) { self.url = url }

        /// Returns the files with mappings, in path order, and the problems with all other files.
        ///
        /// - Throws: A ``Problem`` if there's no folder to read.
        func mappingFiles() throws(Problem) -> (files: [File], problems: [Problem]) {
            let folder = url.appendingPathComponent("mappings", isDirectory: true)
            guard let base = FileKind.realPath(folder.path),
                Self.kind(of: URL(fileURLWithPath: base)) == .typeDirectory,
                let found = FileManager.default.enumerator(atPath: base)
            else {
                let reason = "there is no such folder in “\(url.path)”; use the WireMock root, which contains it"
                throw Problem(file: "mappings", reason, effect: .nothingRead)
            }
            var (files, problems): ([File], [Problem]) = ([], [])
            for path in found.compactMap({ $0 as? String }).sorted() {
                // Hidden files belong to the system or to version control.
                let isStray = path.split(separator: "/")
                    .contains { $0.hasPrefix(".") || MockFileName.isLeftover(String($0)) }
                if isStray { continue }
                let name = "mappings/" + path
                if Self.kind(of: folder.appendingPathComponent(path)) == .typeDirectory { continue }
                guard path.lowercased().hasSuffix(".json") else {
                    problems.append(Problem(file: name, "it is not a .json file", effect: .fileLeftOut))
                    continue
                }
                do {
                    files.append(File(path: name, data: try contents(of: path, in: "mappings")))
                } catch {
                    problems.append(Problem(file: name, error.reason, effect: .fileLeftOut))
                }
            }
            return (files, problems)
        }

        /// The reason a file can't be read.
        struct Refusal: Error {
            let reason: String
        }

        /// Reads a file in a folder; links are followed only inside the folder.
        ///
        /// - Parameters:
        ///   - path: The file's path below the folder.
        ///   - name: The folder's name in the root.
        /// - Returns: The file's bytes.
        /// - Throws: A ``Refusal`` if the file can't be read or is outside the folder.
        func contents(of path: String, in name: String) throws(Refusal) -> Data {
            let segments = path.split(separator: "/")
            let shown = path.shortened(to: 120)
            guard !segments.contains(".."), !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw Refusal(reason: "“\(shown)” leads outside “\(name)”; name a file below it")
            }
            let folder = url.appendingPathComponent(name, isDirectory: true)
            let file = folder.appendingPathComponent(segments.joined(separator: "/"))
            // Resolve the links now, so a link that changes after the check isn't followed.
            let target = FileKind.realPath(file.path) ?? file.path
            switch FileKind(resolving: target, insideOneOf: [folder.path]) {
            case .file: break
            case .gone: throw Refusal(reason: "there is no file “\(shown)” in “\(name)”")
            case .directory: throw Refusal(reason: "“\(shown)” is not a file")
            case .refused(let reason):
                throw Refusal(reason: "“\(shown)” is not read: \(reason); put the file itself there")
            }
            do {
                return try Data(contentsOf: URL(fileURLWithPath: target))
            } catch {
                throw Refusal(reason: "“\(shown)” can't be read: \(error.systemReason)")
            }
        }

        /// Returns the kind of the item at a URL, without following links.
        private static func kind(of url: URL) -> FileAttributeType? {
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
            return attributes?[.type] as? FileAttributeType
        }
    }
}
