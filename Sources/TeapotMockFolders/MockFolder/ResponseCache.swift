import Foundation
import Teapot
import TeapotMock

/// A cache of the responses of a folder's mocks, until their files change.
///
/// An unchanged file is neither read nor parsed again. While a file is being saved and isn't complete, its last valid
/// response is used.
final class ResponseCache: Sendable {
    /// The stamps of a mock's files.
    struct Stamps: Sendable, Equatable {
        let body: FileStamp?
        let headers: FileStamp?

        init(_ mock: MockFolder.Mock) {
            body = FileStamp(mock.location)
            headers = mock.headersLocation.flatMap { FileStamp($0) }
        }

        /// Whether a file is so new that another change could have the same stamp.
        var isFresh: Bool { body?.isFresh == true || headers?.isFresh == true }
        var isBeingSaved: Bool { body?.isBeingSaved == true || headers?.isBeingSaved == true }
    }

    /// A response with the stamps of its files, or with `nil` if the files may have changed since, and a note for the
    /// reason, which says why the response is older than its file.
    typealias Found = (response: Response, stamps: Stamps?, note: String)

    private struct Entry: Sendable {
        let mock: MockFolder.Mock
        let stamps: Stamps
        let response: Response
        /// Whether the file looked complete.
        let isWhole: Bool
        let cost: Int
        var lastUse: Int
        /// A time before the files were last checked, in nanoseconds of `Uptime`.
        var checked: UInt64
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        /// The stamps of files that were valid when they were read, even if their bytes aren't kept.
        var valid: [String: Stamps] = [:]
        var cost = 0
        var uses = 0
    }

    /// The maximum number of bytes to keep.
    private let limit: Int
    /// The maximum length of a file to read synchronously for a request, in bytes.
    static let directLimit = 256 << 10
    /// The serial queue for reading long files, so two requests for the same file read it once.
    private let queue = DispatchQueue(label: "teapot.folder", qos: .userInitiated)
    private let state = Locked(State())

    /// Creates a cache.
    ///
    /// - Parameter limit: The maximum number of bytes to keep.
    init(limit: Int = 128 << 20) { self.limit = limit }

    /// Returns a mock's response, unless that would take long.
    ///
    /// - Parameters:
    ///   - mock: The mock.
    ///   - time: The time, in nanoseconds of `Uptime`. If the files were checked after it, they aren't checked again.
    /// - Returns: The response, or `nil` if a long file must be read.
    /// - Throws: A problem with the files.
    func response(of mock: MockFolder.Mock, asOf time: UInt64 = Uptime.now) throws(MockFolder.Problem) -> Found? {
        if let found = known(mock, asOf: time) { return found }
        let now = Uptime.now
        let stamps = Stamps(mock)
        if let response = known(mock, stamps, at: now) { return (response, stamps, "") }
        if (stamps.body?.size ?? 0) > Self.directLimit { return nil }
        return try read(mock)
    }

    /// Returns a mock's response, and reads its file if necessary.
    func readResponse(of mock: MockFolder.Mock) async -> Result<Found, MockFolder.Problem> {
        let result = await withCheckedContinuation { continuation in
            queue.async {
                let result = Result { () throws(MockFolder.Problem) -> Found in
                    let now = Uptime.now
                    if let response = self.known(mock, Stamps(mock), at: now) { return (response, nil, "") }
                    return try self.read(mock)
                }
                continuation.resume(returning: result)
            }
        }
        // The thread sanitizer doesn't see that a continuation is resumed before it's awaited, but it sees the lock.
        return state.withLock { _ in result }
    }

    /// Returns the kept response of a mock whose files were checked after a time.
    private func known(_ mock: MockFolder.Mock, asOf time: UInt64) -> Found? {
        state.withLock { state in
            guard let entry = state.entries[mock.path], entry.checked >= time, entry.mock == mock else { return nil }
            return (entry.response, entry.stamps, "")
        }
    }

    /// Returns the kept response of a mock whose files are unchanged.
    private func known(_ mock: MockFolder.Mock, _ stamps: Stamps, at now: UInt64) -> Response? {
        state.withLock { state in
            guard var entry = state.entries[mock.path], entry.mock == mock, entry.stamps == stamps,
                !entry.stamps.isFresh
            else { return nil }
            state.uses += 1
            (entry.lastUse, entry.checked) = (state.uses, now)
            state.entries[mock.path] = entry
            return entry.response
        }
    }

    /// The number of kept bytes.
    var cost: Int { state.withLock { $0.cost } }

    /// The beginning of the note if a file isn't valid or complete.
    private static let still = "; still the last valid version: "

    private func read(_ mock: MockFolder.Mock) throws(MockFolder.Problem) -> Found {
        if let problem = mock.conditionProblem { throw problem }
        let saving = "\(Self.still)\(mock.path): the file is being saved"
        var stamps = Stamps(mock)
        let (former, valid) = state.withLock { ($0.entries[mock.path], $0.valid[mock.path]) }
        // If a file changes while it's being read, read it again.
        for _ in 0..<3 {
            let now = Uptime.now
            let (response, isWhole): (Response, Bool)
            do throws(MockFolder.Problem) {
                (response, isWhole) = try mock.load(isValid: valid == stamps && valid?.isFresh == false)
            } catch {
                if let former, stamps.isBeingSaved { return (former.response, nil, Self.still + error.description) }
                throw error
            }
            let after = Stamps(mock)
            if after == stamps {
                // A file saved in place is emptied first, and may then end in the middle of a line.
                if let former, stamps.isBeingSaved, !isWhole, former.isWhole { return (former.response, nil, saving) }
                let cost = Int(stamps.body?.size ?? 0)
                keep(
                    Entry(
                        mock: mock, stamps: stamps, response: response, isWhole: isWhole, cost: cost, lastUse: 0,
                        checked: now))
                return (response, stamps, "")
            }
            stamps = after
        }
        if let former { return (former.response, nil, saving) }
        return (try mock.response(), nil, "")
    }

    /// The maximum number of files to remember as valid.
    private static let validLimit = 10_000

    private func keep(_ entry: Entry) {
        state.withLock { state in
            if state.valid.count >= Self.validLimit { state.valid = [:] }
            state.valid[entry.mock.path] = entry.stamps
        }
        guard entry.cost <= limit / 2 else { return }
        // Release these outside the lock.
        var forgotten: [Entry] = []
        state.withLock { state in
            var entry = entry
            state.uses += 1
            entry.lastUse = state.uses
            state.cost += entry.cost
            if let old = state.entries.updateValue(entry, forKey: entry.mock.path) {
                state.cost -= old.cost
                forgotten.append(old)
            }
            guard state.cost > limit else { return }
            // Remove several at once, so not every new entry has to search for the oldest.
            for oldest in state.entries.values.sorted(by: { $0.lastUse < $1.lastUse }) {
                if state.cost <= limit - limit / 8 { break }
                state.entries[oldest.mock.path] = nil
                state.cost -= oldest.cost
                forgotten.append(oldest)
            }
        }
        _ = forgotten
    }
}
