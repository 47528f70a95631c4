import Foundation
import Teapot
import TeapotMock

/// The responses of a folder's mocks, kept until their files change.
///
/// A file that was checked is neither read nor parsed again. While a file is being saved, and is not whole yet, the
/// last good response is used.
final class ResponseCache: Sendable {
    /// The stamps of the files of a mock.
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

    /// A response, and the stamps of the files that it was read from; `nil` if they may have changed since.
    typealias Found = (response: Response, stamps: Stamps?)

    private struct Entry: Sendable {
        let mock: MockFolder.Mock
        let stamps: Stamps
        let response: Response
        /// Whether the file looked complete.
        let isWhole: Bool
        let cost: Int
        var lastUse: Int
        /// A time before the files were last looked at, in nanoseconds of `Uptime`.
        var checked: UInt64
    }

    private struct State: Sendable {
        var entries: [String: Entry] = [:]
        /// The stamps of the files that were valid when they were read, whether or not their bytes are kept.
        var valid: [String: Stamps] = [:]
        var cost = 0
        var uses = 0
    }

    /// The greatest number of bytes that are kept.
    private let limit: Int
    /// The greatest length of a file that is read while a request waits, in bytes.
    static let directLimit = 256 << 10
    /// The queue on which long files are read, one after the other: two requests for one of them read it once.
    private let queue = DispatchQueue(label: "teapot.folder", qos: .userInitiated)
    private let state = Locked(State())

    /// Creates a cache.
    ///
    /// - Parameter limit: The greatest number of bytes that are kept.
    init(limit: Int = 128 << 20) { self.limit = limit }

    /// Returns the response of a mock if that takes no long time.
    ///
    /// - Parameters:
    ///   - mock: The mock.
    ///   - time: A time, in nanoseconds of `Uptime`. The files are not looked at again if they were since.
    /// - Returns: The response; `nil` if a long file has to be read.
    /// - Throws: A problem with the files.
    func response(
        of mock: MockFolder.Mock, asOf time: UInt64 = Uptime.now
    ) throws(MockFolder.Problem) -> Found? {
        if let found = known(mock, asOf: time) { return found }
        let now = Uptime.now
        let stamps = Stamps(mock)
        if let response = known(mock, stamps, at: now) { return (response, stamps) }
        if (stamps.body?.size ?? 0) > Self.directLimit { return nil }
        return try read(mock)
    }

    /// Returns the response of a mock, after reading its file if necessary.
    func readResponse(of mock: MockFolder.Mock) async -> Result<Response, MockFolder.Problem> {
        let result = await withCheckedContinuation { continuation in
            queue.async {
                let result = Result { () throws(MockFolder.Problem) in
                    let now = Uptime.now
                    if let response = self.known(mock, Stamps(mock), at: now) { return response }
                    return try self.read(mock).response
                }
                continuation.resume(returning: result)
            }
        }
        // The thread sanitizer does not see a continuation that is resumed before it is awaited; it sees the lock.
        return state.withLock { _ in result }
    }

    /// Returns the kept response of a mock whose files were looked at after a time.
    private func known(_ mock: MockFolder.Mock, asOf time: UInt64) -> Found? {
        state.withLock { state in
            guard let entry = state.entries[mock.path], entry.checked >= time, entry.mock == mock else { return nil }
            return (entry.response, entry.stamps)
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

    /// The number of bytes that are kept.
    var cost: Int { state.withLock { $0.cost } }

    private func read(_ mock: MockFolder.Mock) throws(MockFolder.Problem) -> Found {
        if let problem = mock.conditionProblem { throw problem }
        var stamps = Stamps(mock)
        let (former, valid) = state.withLock { ($0.entries[mock.path], $0.valid[mock.path]) }
        // A file that changes while it is read is read again.
        for _ in 0..<3 {
            let now = Uptime.now
            let (response, isWhole): (Response, Bool)
            do throws(MockFolder.Problem) {
                (response, isWhole) = try mock.load(isValid: valid == stamps && valid?.isFresh == false)
            } catch {
                if let former, stamps.isBeingSaved { return (former.response, nil) }
                throw error
            }
            let after = Stamps(mock)
            if after == stamps {
                // A file is emptied before it is saved in place, and then it may be cut in a line.
                if let former, stamps.isBeingSaved, !isWhole, former.isWhole { return (former.response, nil) }
                let cost = Int(stamps.body?.size ?? 0)
                keep(
                    Entry(
                        mock: mock, stamps: stamps, response: response, isWhole: isWhole, cost: cost, lastUse: 0,
                        checked: now))
                return (response, stamps)
            }
            stamps = after
        }
        if let former { return (former.response, nil) }
        return (try mock.response(), nil)
    }

    /// The greatest number of files of which it is remembered that they are valid.
    private static let validLimit = 10_000

    private func keep(_ entry: Entry) {
        state.withLock { state in
            if state.valid.count >= Self.validLimit { state.valid = [:] }
            state.valid[entry.mock.path] = entry.stamps
        }
        guard entry.cost <= limit / 2 else { return }
        // Released outside the lock.
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
            // More than one is forgotten, so that not each further one looks for the oldest.
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
