import Foundation
import TeapotMockFolders

extension FolderLayout {
    /// A placed response, or the condition of an existing mock.
    struct Entry {
        /// The digest of the files, or `nil` for an existing mock.
        let fingerprint: [UInt8]?
        let condition: RequestCondition
        /// The way the response is sent.
        var delivery = Delivery()
        let host: String?
        let fileName: String
        /// The request, as a remark names it.
        let target: String
        /// The index of the recording's first response to the same request.
        var group = 0
        /// Whether the entry's files could be written.
        var isWritten = false

        fileprivate var key: Key { Key(condition: condition, fingerprint: fingerprint) }

        /// Returns whether the entry is for requests to a host.
        fileprivate func isFor(_ host: String?) -> Bool { self.host == nil || self.host == host }
    }

    /// The properties that distinguish the entries of a folder, apart from their hosts.
    fileprivate struct Key: Hashable {
        let condition: RequestCondition
        let fingerprint: [UInt8]?
    }

    /// A folder and its index file.
    ///
    /// The entries for a request are indexed, because one path can have thousands of bodies.
    struct Folder {
        let names: [String]
        /// The text of the index file when it was last read or written.
        var text: Data?
        /// The members of the index file when it was last read.
        var former: [String: any Sendable] = [:]
        /// The parts of these members that a person has edited, with the hash of the recorded condition.
        var edits: [String: (parts: Set<String>, condition: String)] = [:]
        /// The entries, keyed by file stem, compared as on a case-insensitive file system.
        private var entries: [String: Entry] = [:]
        /// The stems of the entries for each key.
        private var stems: [Key: [String]] = [:]
        /// For each stem, the number up to which all numbers are taken.
        private var taken: [String: Int] = [:]
        /// The stems of the entries of this recording, in order.
        private var own: [String] = []
        /// The first response to each request, for each host.
        private var groups: [RequestCondition: [(host: String?, group: Int)]] = [:]
        /// The number of entries compared to find the places of responses.
        private(set) var comparisons = 0

        init(names: [String]) { self.names = names }

        /// The entries of this recording whose files could be written, in order.
        var recorded: [Entry] { own.compactMap { entries[$0] }.filter(\.isWritten) }

        /// Returns the stem of a response's files: the stem of an equal response to the same request, or a new one.
        ///
        /// Only stems are compared, because two files with the same stem would share their headers.
        ///
        /// - Parameters:
        ///   - stem: The stem without a number.
        ///   - condition: The condition of the response.
        ///   - host: The host of the request.
        ///   - fingerprint: The digest of the files.
        /// - Returns: The stem, with a number if another response already has it.
        mutating func stem(
            _ stem: String, for condition: RequestCondition, _ host: String?, _ fingerprint: [UInt8]
        ) -> String {
            let folded = MockName.folded(stem)
            let equal = [fingerprint, nil].flatMap { stems[Key(condition: condition, fingerprint: $0)] ?? [] }
            comparisons += equal.count
            let numbers = (equal.filter { entries[$0]?.isFor(host) == true } + edited(condition, host))
                .compactMap { Self.number(of: $0, folded) }
            var number = numbers.min() ?? taken[folded, default: 0] + 1
            if numbers.isEmpty {
                while entries[Self.numbered(folded, number)] != nil {
                    comparisons += 1
                    number += 1
                }
                taken[folded] = number
            }
            return Self.numbered(stem, number)
        }

        /// Returns the stems of mocks that were recorded for a condition but now have a different one.
        private func edited(_ condition: RequestCondition, _ host: String?) -> [String] {
            guard !edits.isEmpty else { return [] }
            var withHost = condition
            withHost.host = host
            let hashes = [condition, withHost].map { RecordedList.hash(of: RecordedList.condition, in: $0.document) }
            return edits.filter { hashes.contains($0.value.condition) }
                .map { MockName.folded(MockFileName.stem(of: $0.key)) }.filter { entries[$0]?.fingerprint == nil }
        }

        private static func numbered(_ stem: String, _ number: Int) -> String {
            number == 1 ? stem : "\(stem)-\(number)"
        }

        /// Returns the number in a numbered stem, or `nil` if the number belongs to another stem.
        private static func number(of numbered: String, _ stem: String) -> Int? {
            if numbered == stem { return 1 }
            guard numbered.hasPrefix(stem + "-"), let number = Int(numbered.dropFirst(stem.count + 1)) else {
                return nil
            }
            return self.numbered(stem, number) == numbered ? number : nil
        }

        /// Inserts an entry of this recording at its stem.
        mutating func insert(_ entry: Entry, at stem: String) -> Novelty {
            let stem = MockName.folded(stem)
            let known = entries[stem].flatMap { $0.fingerprint == nil ? nil : $0 }
            let first = groups[entry.condition]?.first { $0.host == nil || $0.host == entry.host }
            var entry = entry
            entry.group = known?.group ?? first?.group ?? own.count
            entry.isWritten = known?.isWritten ?? false
            if known == nil { own.append(stem) }
            if first == nil { groups[entry.condition, default: []].append((entry.host, entry.group)) }
            replace(stem, by: entry)
            return known != nil ? .none : first != nil ? .response : .request
        }

        /// Inserts a mock of the index file, unless this recording has one at its stem.
        mutating func insertFormer(_ entry: Entry) {
            let stem = MockName.folded(MockFileName.stem(of: entry.fileName))
            if entries[stem]?.fingerprint == nil { replace(stem, by: entry) }
        }

        /// Records that the files of an entry could be written.
        mutating func confirm(_ stem: String) { entries[MockName.folded(stem)]?.isWritten = true }

        private mutating func replace(_ stem: String, by entry: Entry) {
            if let former = entries.updateValue(entry, forKey: stem) { stems[former.key]?.removeAll { $0 == stem } }
            stems[entry.key, default: []].append(stem)
        }
    }
}
