public import Teapot

/// A directory of mocks in LetSee's layout: a directory for each path, and in it the responses to choose from.
///
/// ```
/// Mocks/
///   .ls.global.json                    {"maps": [{"folder": "/products", "to": "/v1/staging"}]}
///   products/
///     success_productList.json
///     success_200_200ms_emptyList.json
///     error_401_signedOut.json
///     error_401_signedOut.headerFields.json {"WWW-Authenticate": "Bearer"}
///   users/{id}/
///     success_ada.json
///   General/
///     error_503_maintenance.json
/// ```
///
/// A request whose path ends with that of a directory is offered the mocks in it, and those in `General`; of several
/// directories the longest path counts. A directory's path is the one that it has here, with what `.ls.global.json` puts
/// before it. Case makes no difference. A segment in braces stands for any one segment. A character that no disk can hold
/// stands percent-encoded in the name of a directory.
///
/// A file's name begins with `success_`, which is also meant where nothing is said, or with `error_`. Then come, if one
/// likes, a status, a delay as in `200ms`, and a method as in `POST`, without which a mock answers every method. Without a
/// status it is 200, or 400 for an error. The extension says what the body is. The JSON object in `name.headers.json`
/// beside `name.json` adds header fields. Hidden files, and those called `README`, are left alone.
///
/// What is wrong with a file is in ``problems``, and the others count all the same. The directory is looked at again before
/// each request: what has changed counts from then on.
///
/// ```swift
/// let router = Router("https://api.test")
/// let switchboard = Switchboard(MockFolder(mocks))
/// switchboard.undecided = .firstMock
/// router.switchboard = switchboard
/// ```
public final class MockFolder: Sendable {
    private struct State: Sendable {
        var tree: FolderTree
        var map = FolderMap.none
        var mapStamp: FileStamp?
        var mapProblems: [Problem] = []
        var index = MockIndex()
    }

    /// Where it is.
    public let directory: URL
    private let state: Guarded<State>

    /// Creates a folder, and looks at what is in it.
    ///
    /// - Parameter directory: Where it is. What is wrong with it is told by ``problems``.
    public init(_ directory: URL) {
        self.directory = directory.absoluteURL
        state = Guarded(State(tree: FolderTree(directory.standardizedFileURL.path)))
        _ = index
    }

    /// All mocks, in the order of their paths.
    ///
    /// Complexity: one look at each directory, besides those that changed.
    public var mocks: [Mock] { index.mocks }

    /// What is wrong with the folder: names, maps, header fields, and bodies that are no JSON and should be.
    ///
    /// Complexity: all JSON files are read.
    public var problems: [Problem] {
        let (found, mocks) = state.withLock { state in
            Self.refresh(&state)
            return (state.mapProblems + state.index.problems, state.index.mocks)
        }
        var problems = found
        for mock in mocks {
            do throws(Problem) { _ = try mock.response() } catch { problems.append(error) }
        }
        return problems
    }

    /// The mocks that may answer a request, in the order in which they are offered.
    ///
    /// - Parameter request: The request.
    /// - Returns: The mocks of its directory, and then those of `General`.
    public func mocks(for request: Request) -> [Mock] { offer(for: request).mocks }

    /// A mock by its path.
    ///
    /// - Parameter path: Where its file is, below the folder: `products/success_productList.json`.
    /// - Returns: The mock; `nil` if there is none.
    public func mock(at path: String) -> Mock? { index.mocks.first { $0.path == path } }

    /// A mock by its directory and file, as a scenario names them; `nil` if there is none.
    package func mock(in folder: String, named name: String) -> Mock? { index.mock(in: folder, named: name) }

    /// What is offered for a request.
    func offer(for request: Request) -> MockIndex.Offer {
        index.offer(for: Request.segments(of: request.path), method: request.method)
    }

    /// The mocks as they are by now.
    var index: MockIndex {
        state.withLock { state in
            Self.refresh(&state)
            return state.index
        }
    }

    private static func refresh(_ state: inout State) {
        let hasChanged = state.tree.refresh()
        let file = state.tree.location(of: FolderMap.fileName)
        let stamp = FileStamp(file)
        let isMapNew = stamp != state.mapStamp || stamp?.isFresh == true
        if isMapNew {
            state.mapStamp = stamp
            state.mapProblems = []
            state.map = readMap(file, inside: state.tree.root, &state.mapProblems)
        }
        if hasChanged || isMapNew { state.index = MockIndex(state.tree, state.map) }
    }

    private static func readMap(_ file: String, inside root: String, _ problems: inout [Problem]) -> FolderMap {
        switch FileKind(file, inside: root) {
        case .gone: return .none
        case .directory: problems.append(Problem(FolderMap.fileName, "it is a directory"))
        case .refused(let reason): problems.append(Problem(FolderMap.fileName, reason))
        case .file:
            guard let text = FileManager.default.contents(atPath: file) else {
                problems.append(Problem(FolderMap.fileName, "it can't be read"))
                return .none
            }
            return FolderMap(text, &problems)
        }
        return .none
    }
}
