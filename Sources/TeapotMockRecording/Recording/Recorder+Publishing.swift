import Foundation
import Teapot

extension Recorder {
    /// The published part of a recording.
    struct Published {
        /// The layout of a folder, with its entries.
        var layout = FolderLayout()
        /// The exchanges of a finished HAR file.
        var exchanges: [StagedExchange] = []
        var files: Set<String> = []
        var replaced: Set<String> = []
        /// The files that a person has edited.
        var kept: Set<String> = []
        /// The files from which something was removed.
        var places: [Redaction.Change: Set<String>] = [:]
        var problems: [RecordingError] = []
        /// The number of secrets that were known when the first staged exchange was written.
        var knownSecrets = 0
        /// The number of exchanges that couldn't be written.
        var failed = 0
        /// Whether something must be written again.
        var isIncomplete: Bool { problems.contains(where: \.isTemporary) }

        private let existing: Existing

        init(_ destination: Destination, _ existing: Existing) {
            self.existing = existing
            let list = destination.url.appendingPathComponent(RecordedList.fileName).path
            layout.list = RecordedList(
                isComplete: destination.form == .folder && FileManager.default.fileExists(atPath: list))
            layout.keepsEdits = existing != .replaced
            layout.formatsJSON = destination.formatsJSON
            layout.keepsPieces = existing == .kept
        }

        /// Reports a problem, once.
        mutating func report(_ problem: RecordingError) {
            if !problems.contains(problem) { problems.append(problem) }
        }

        /// Prepares a file to be renamed later, unless an existing file has the same content or must be kept.
        ///
        /// - Parameters:
        ///   - data: The content.
        ///   - file: The file.
        ///   - name: The path of the file below the folder.
        ///   - staging: The folder of the prepared file.
        ///   - isMerged: Whether the content includes the existing file's content.
        /// - Returns: The prepared file, or `nil` if the existing file has the same content or a person's edit of it.
        /// - Throws: A ``RecordingError`` if the file can't be written, or if the existing file is kept.
        mutating func prepare(
            _ data: Data, for file: URL, named name: String, _ staging: Staging, isMerged: Bool = false
        ) throws(RecordingError) -> URL? {
            do {
                if let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
                {
                    guard type == .typeRegular else {
                        throw RecordingError.unwritten(file, "something other than a file exists there; remove it")
                    }
                    let found = try Data(contentsOf: file)
                    if found == data {
                        if !isMerged, !files.contains(name), existing != .kept { layout.list.insert(data, name) }
                        return nil
                    }
                    if !isMerged, try !mayReplace(found, file, named: name) { return nil }
                }
                let part = try staging.part(data)
                // A file that's only added, such as one from the page, counts as a person's: no mock has this hash.
                if !isMerged { layout.list.insert(existing == .kept ? Data([0]) : data, name) }
                return part
            } catch {
                throw error as? RecordingError ?? .unwritten(file, error)
            }
        }

        /// Returns whether a file may be replaced or deleted, and records its name.
        mutating func mayReplace(_ found: Data, _ file: URL, named name: String) throws(RecordingError) -> Bool {
            let (isEdited, isOwn) = (existing != .kept && layout.list.isEdited(found, name), files.contains(name))
            // Files that are written again contain secrets that were discovered late and must not stay.
            if layout.former.contains(name) || existing == .replaced || existing == .keptIfEdited && !isEdited {
                if isEdited || !isOwn && !layout.former.contains(name) { replaced.insert(name) }
                return true
            }
            if existing == .kept, isOwn { return true }
            guard existing == .keptIfEdited else { throw .kept(file) }
            kept.insert(name)
            return false
        }
    }

    /// Moves a prepared file to its name or, without a prepared file, deletes the existing one.
    static func move(_ part: URL?, to file: URL) throws(RecordingError) {
        let result = part.map { rename($0.path, file.path) } ?? unlink(file.path)
        if result != 0, part != nil || errno != ENOENT { throw .unwritten(file, POSIXError.last) }
    }

    /// Publishes the staged exchanges, on the recorder's queue.
    ///
    /// - Parameter isLast: Whether the recording is finished. If so, a HAR file is written, and earlier files are
    ///   searched again.
    func publish(isLast: Bool = false) {
        guard let (staging, start) = state.withLock({ state in state.staging.map { ($0, state.offset) } }) else {
            return
        }
        if destination.form != .folder {
            if isLast { publishHAR(staging) }
            return
        }
        var (published, from) = (state.withLock { $0.published }, start)
        if start > 0, published.isIncomplete || isLast && hasLateSecrets(staging) {
            let written = published.files
            (published, from) = (state.withLock { $0.base }, 0)
            published.layout.former = written.subtracting(published.files)
        }
        guard staging.end > from else { return }
        let end = publish(staging, from: from, to: &published).end
        state.withLock { ($0.published, $0.offset) = (published, end) }
    }

    /// Writes exchanges into a folder of mocks.
    ///
    /// - Returns: The number of exchanges, and the position after the last one.
    func publish(_ staging: Staging, from start: Int, to published: inout Published) -> (count: Int, end: Int) {
        // Another recorder may write to the same folder.
        let lock = FolderLock(destination.url)
        defer { lock.release() }
        var publication = FolderPublication(into: destination.url, of: staging, &published)
        var count = 0
        let known = redactor.known
        if start == 0 { published.knownSecrets = known.count }
        let end = staging.read(from: start) { exchange in
            count += 1
            do throws(RecordingError) {
                try publication.add(exchange.without(known), changes(of: exchange), to: &published)
            } catch {
                published.failed += 1
                published.report(error)
            }
            state.withLock { $0.written += 1 }
        }
        publication.commit(&published)
        staging.removeParts()
        return (count, end)
    }

    private func publishHAR(_ staging: Staging) {
        var (published, exchanges) = (state.withLock { $0.base }, [StagedExchange]())
        let known = redactor.known
        let end = staging.read { exchange in
            exchanges.append(exchange.without(known))
            for change in changes(of: exchange) { published.places[change] = [destination.url.lastPathComponent] }
            state.withLock { $0.written += 1 }
        }
        published.exchanges = exchanges.sorted { ($0.session, $0.number) < ($1.session, $1.number) }
        do {
            let data = try HAR(published.exchanges.map(\.entry)).data()
            let name = destination.url.lastPathComponent
            let part =
                exchanges.isEmpty
                ? nil : try published.prepare(data, for: destination.url, named: name, staging)
            if let part { try Self.move(part, to: destination.url) }
            if !exchanges.isEmpty { published.files.insert(name) }
        } catch {
            published.report(error as? RecordingError ?? .unwritten(destination.url, error))
        }
        staging.removeParts()
        state.withLock { ($0.published, $0.offset) = (published, end) }
    }

    /// Returns the removals from an exchange of this recorder.
    private func changes(of exchange: StagedExchange) -> [Redaction.Change] {
        exchange.session == session ? state.withLock { $0.changes[exchange.number] ?? [] } : []
    }

    /// Returns whether staged exchanges contain secrets that were discovered later.
    private func hasLateSecrets(_ staging: Staging) -> Bool {
        let known = redactor.known
        guard known.count > state.withLock({ $0.published.knownSecrets }) else { return false }
        var hasSecrets = false
        staging.read { exchange in hasSecrets = hasSecrets || exchange.without(known) != exchange }
        return hasSecrets
    }
}

extension Recorder.RecordingError {
    static func unwritten(_ file: URL, _ reason: String) -> Self {
        Self(kind: .notWritten, subject: "“\(file.path)”", reason: reason)
    }

    static func unwritten(_ file: URL, _ error: any Error) -> Self {
        var problem = unwritten(file, error.systemReason)
        problem.isTemporary = true
        return problem
    }

    static func kept(_ file: URL) -> Self {
        Self(
            kind: .notWritten, subject: "“\(file.path)”",
            reason: "it exists with different content, and existing files are kept", suggestion: " (`existing`)")
    }
}
