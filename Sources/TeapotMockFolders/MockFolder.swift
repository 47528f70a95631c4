public import Foundation
import Teapot
public import TeapotMock

/// A directory of mocks in LetSee's layout: a directory for each path, with the responses to choose from.
///
/// ```
/// Mocks/
///   .ls.global.json                    {"maps": [{"folder": "/products", "to": "/v1/staging"}]}
///   products/
///     success_productList.json
///     success_200_200ms_emptyList.json
///     error_401_signedOut.json
///     error_401_signedOut.headers.json {"WWW-Authenticate": "Bearer"}
///   users/{id}/
///     success_ada.json
///   General/
///     error_503_maintenance.json
/// ```
///
/// A request whose path ends with a directory's path is offered the mocks in that directory and in `General`. If
/// several directories match, the one with the longest path is used. A directory's path is its path below the folder,
/// preceded by the prefix that `.ls.global.json` maps it to. Case doesn't matter. A segment in braces matches any one
/// segment. In the name of a directory, percent-encode characters that a file system can't store.
///
/// A file's name begins with `success_`, which is the default, or with `error_`. An optional status, a delay such as
/// `200ms` or `2s`, and a method such as `POST` follow. The default status is 200, or 400 for an error. The extension
/// determines the media type of the body. The JSON object in `name.headers.json` next to `name.json` adds headers. The
/// article <doc:EventsFaultsAndWebSockets> describes files that aren't bodies, such as `.fault` and `.ws.json`. Hidden
/// files, files named `README`, and files left by editors and systems, such as `list.json~`, are ignored. Other files
/// that don't look like mocks, such as `Makefile`, are listed in ``problems``.
///
/// A mock without a method can be chosen for every method. If it isn't chosen, it responds only to `GET` and `HEAD` or,
/// in a folder with `.ls.global.json`, to every method but `OPTIONS`. A mock for `GET` also responds to `HEAD`.
///
/// The file `mocks.index.json` in a directory can state, by file name, which requests its mocks are for.
/// ``RequestCondition`` describes the conditions. A mock doesn't answer a request that doesn't meet its condition. If
/// several mocks match, the one with the most conditions is used.
///
/// ```json
/// {
///   "success_page2.json": {"exactPath": "/v1/users", "query": {"page": "2"}},
///   "success_201_POST_eve.json": {"jsonContains": {"name": "Eve"}}
/// }
/// ```
///
/// Problems with files are listed in ``problems``. All other files are still used. Changes take effect with the next
/// request. While a file is being saved in place, its last valid content is used.
///
/// ```swift
/// let router = Router("https://api.test")
/// let switchboard = Switchboard(MockFolder(mocks))
/// switchboard.undecided = .firstMock
/// router.switchboard = switchboard
/// ```
public final class MockFolder: Sendable {
    private struct State: Sendable {
        let speed: Double
        var tree: FolderTree
        var map = FolderMap.none
        var mapStamp: FileStamp?
        /// Whether the map can be changed through another file name, in which case the change isn't reported.
        var hasLinkedMap = false
        /// Whether the map couldn't be read or is being saved, so it's read again at each check.
        var isMapUnread = false
        var mapProblems: [Problem] = []
        var index = MockIndex()
        /// The number of indexes created before this one.
        var generation = 0
        /// A time before the last check of the file system, in nanoseconds of `Uptime`.
        var checked: UInt64 = 0
    }

    /// The URL of the directory.
    public let directory: URL
    private let state: Locked<State>
    /// The responses of mocks whose files haven't changed.
    let cache = ResponseCache()
    let answers = KnownAnswers()

    /// Creates a folder and reads its directory.
    ///
    /// - Parameters:
    ///   - directory: The URL of the directory. Problems with it are listed in ``problems``.
    ///   - speed: The playback speed of a stream's recorded times and written pauses: 4 for four times as fast,
    ///     `.infinity` for no pauses. A value that isn't positive counts as 1.
    public convenience init(_ directory: URL, speed: Double = 1) {
        self.init(directory, speed: speed, isWatched: true)
    }

    /// Creates a folder.
    ///
    /// - Parameters:
    ///   - directory: The URL of the directory.
    ///   - speed: The playback speed, in seconds of a stream per second.
    ///   - isWatched: Whether the system may report changes.
    ///   - watchLimit: The maximum number of directories to watch.
    init(_ directory: URL, speed: Double = 1, isWatched: Bool, watchLimit: Int = .max) {
        self.directory = directory.absoluteURL
        let path = directory.standardizedFileURL.path
        state = Locked(State(speed: speed, tree: FolderTree(path, isWatched: isWatched, watchLimit: watchLimit)))
        _ = index
    }

    /// All mocks, in the order of their paths.
    ///
    /// Complexity: one check of each directory, and a listing of each directory that changed.
    public var mocks: [Mock] { index.mocks }

    /// The problems with the folder: invalid names, maps and headers, and bodies that should be JSON but aren't.
    ///
    /// Complexity: reads all JSON files.
    public var problems: [Problem] {
        let (problems, mocks) = listing
        return problems + mocks.flatMap(\.problems)
    }

    /// The problems that can be found without reading the mocks' files, and all mocks.
    package var listing: (problems: [Problem], mocks: [Mock]) {
        state.withLock { state in
            Self.refresh(&state)
            return (state.mapProblems + state.index.problems, state.index.mocks)
        }
    }

    /// Returns the mocks that can respond to a request, in the order in which they are offered.
    ///
    /// - Parameter request: The request.
    /// - Returns: The mocks of its directory, followed by those of `General`.
    public func mocks(for request: Request) -> [Mock] { index.mocks(for: request) }

    /// Returns the mock that answers a request unless another is chosen, or `nil` if none does.
    package func firstMock(for request: Request) -> Mock? { index.firstMock(for: request) }

    /// Returns the method that a mock answers without being chosen, or `nil` for any method.
    package func method(of mock: Mock) -> String? {
        mock.method ?? (index.map != .none || mock.condition?.body != nil ? nil : "GET")
    }

    /// Returns the mock at a path.
    ///
    /// - Parameter path: The file's path below the folder, such as `products/success_productList.json`.
    /// - Returns: The mock, or `nil` if there's none.
    public func mock(at path: String) -> Mock? { index.mocks.first { $0.path == path } }

    /// The current mocks.
    var index: MockIndex { look(asOf: Uptime.now).index }

    /// Returns the mock of a scenario's step.
    package func mock(of step: Scenario.Step) -> Mock? { index.mock(in: step.folder, named: step.responseFileName) }

    /// Returns the mocks as of a given time or later.
    ///
    /// - Parameter time: The time, in nanoseconds of `Uptime`. If the file system has been checked since then, it isn't
    ///   checked again.
    /// - Returns: The mocks.
    func look(asOf time: UInt64) -> Look {
        state.withLock { state in
            if state.checked < time { Self.refresh(&state) }
            return Look(index: state.index, generation: state.generation, time: state.checked)
        }
    }

    /// The mocks at a time.
    struct Look {
        let index: MockIndex
        /// The number of the index; while it stays the same, no file was added, removed or renamed, and no condition
        /// changed.
        let generation: Int
        /// A time before the last check of the file system, in nanoseconds of `Uptime`.
        let time: UInt64
    }

    private static func refresh(_ state: inout State) {
        state.checked = Uptime.now
        let hasChanged = state.tree.refresh()
        let isMapReported = state.tree.isTopUnchanged && !state.hasLinkedMap && !state.isMapUnread
        let file = state.tree.location(of: FolderMap.fileName)
        let stamp = isMapReported ? state.mapStamp : FileStamp(file)
        let mayMapBeNew =
            !isMapReported && (stamp != state.mapStamp || state.mapStamp?.isFresh == true || state.isMapUnread)
        // This is also true for a link to the same file, or to a missing one. Changes to such a file aren't reported.
        if !isMapReported { state.hasLinkedMap = FileStamp.hasOtherNames(file) }
        var isMapNew = false
        if mayMapBeNew {
            var problems: [Problem] = []
            var map = readMap(file, inside: state.tree.root, &problems)
            state.isMapUnread = map == nil
            // A map that's being saved isn't complete yet. Until it is, its last valid content is used.
            if !problems.isEmpty, stamp?.isBeingSaved == true, state.mapStamp != nil, state.mapProblems.isEmpty {
                (map, problems, state.isMapUnread) = (state.map, [], true)
            }
            state.mapStamp = stamp
            isMapNew = state.map != map ?? .none || state.mapProblems != problems
            (state.map, state.mapProblems) = (map ?? .none, problems)
        }
        guard hasChanged || isMapNew else { return }
        state.index = MockIndex(state.tree, state.map, speed: state.speed)
        state.generation += 1
    }

    /// Returns the map, or `nil` if the map exists but can't be read.
    private static func readMap(_ file: String, inside root: String, _ problems: inout [Problem]) -> FolderMap? {
        switch FileKind(file, inside: root) {
        case .gone: break
        case .directory: problems.append(Problem(FolderMap.fileName, "it is a directory"))
        case .refused(let reason): problems.append(Problem(FolderMap.fileName, reason))
        case .file:
            guard let text = FileManager.default.contents(atPath: file) else {
                problems.append(Problem(FolderMap.fileName, "it can't be read"))
                return nil
            }
            return FolderMap(text, &problems)
        }
        return FolderMap.none
    }
}
