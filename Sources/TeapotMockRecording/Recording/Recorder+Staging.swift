import Foundation
import Teapot
import TeapotMock

extension Recorder {
    /// The time until exchanges that are staged for a folder of mocks are published, in seconds.
    private static let pause = 1.0

    /// Appends an exchange to the staged exchanges.
    ///
    /// Once this returns, the exchange is safe, even if the process is killed.
    func stage(_ exchange: StagedExchange) {
        state.withLock { $0.recorded += 1 }
        appending.sync {
            state.withLock { $0.unstaged.append(exchange) }
            do throws(RecordingError) { try stageRest() } catch { report(error) }
        }
        guard destination.form == .folder else { return }
        let isFirst = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
            self?.state.withLock { $0.isScheduled = false }
            self?.publish()
        }
    }

    /// Keeps other recorders from writing to a HAR file until the recording is finished, and writes the exchanges that
    /// a killed recording to the same destination left behind.
    ///
    /// - Throws: A ``RecordingError`` if another recorder is writing to the HAR file, or the file can't be created.
    package func claim() throws { _ = try appending.sync { try openedStaging() } }

    /// Appends the exchanges that couldn't be appended yet.
    private func stageRest() throws(RecordingError) {
        while let exchange = state.withLock({ $0.unstaged.first }) {
            let staging = try openedStaging()
            do { try staging.append(exchange) } catch {
                throw .unwritten(destination.url, error)
            }
            state.withLock { _ = $0.unstaged.removeFirst() }
        }
    }

    private func openedStaging() throws(RecordingError) -> Staging {
        if let staging = state.withLock({ $0.staging }) { return staging }
        let found: (own: Staging, others: [Staging])?
        do {
            if destination.form == .folder {
                try FileManager.default.createDirectory(at: destination.url, withIntermediateDirectories: true)
            }
            found = try Staging.folders(for: destination)
        } catch {
            throw .unwritten(destination.url, error)
        }
        guard let (own, others) = found else {
            throw .unwritten(destination.url, "another recording writes to it; use another file")
        }
        takeOver([own] + others)
        let published = state.withLock { state in
            (state.staging, state.offset) = (own, 0)
            return state.published
        }
        // Earlier contents of a HAR file are written to it again.
        for exchange in published.exchanges { try? own.append(exchange) }
        return own
    }

    /// Writes the exchanges that killed recordings left behind.
    private func takeOver(_ found: [Staging]) {
        var count = 0
        for staging in found where staging.end > 0 {
            guard destination.form == .folder else {
                staging.read { _ in count += 1 }
                continue
            }
            var published = Published(destination, existing)
            count += publish(staging, from: 0, to: &published).count
            for problem in published.problems { report(problem) }
            state.withLock { state in
                state.published.replaced.formUnion(published.replaced)
                state.published.kept.formUnion(published.kept)
            }
            if !published.isIncomplete { staging.clear() }
        }
        for other in found.dropFirst() where other.end == 0 { other.remove() }
        guard count > 0 else { return }
        let place = destination.form == .folder ? "folder" : "file"
        state.withLock { state in
            state.remarks.append(
                "An earlier recording into this \(place) was interrupted; \(String(counting: count, "response")) "
                    + "from it \(count == 1 ? "is" : "are") in the \(place), too.")
        }
    }

    /// Publishes everything, and removes the staging folder.
    func settle() {
        appending.sync {
            do throws(RecordingError) { try stageRest() } catch { report(error) }
        }
        publish(isLast: true)
        appending.sync {
            state.withLock { state in
                guard let staging = state.staging, staging.end == state.offset, !state.published.isIncomplete else {
                    return
                }
                staging.remove()
                state.staging = nil
                state.base = state.published
            }
        }
    }
}
