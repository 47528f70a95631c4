/// The ways in which a case is sent.
extension WireCase {
    /// A request to put before or after a case.
    private static let neighbour = Array("GET /neighbour HTTP/1.1\r\nHost: n\r\n\r\n".utf8)

    private static let neighbourOutcome = WireOutcome.request(
        WireRequest(
            method: "GET", path: "/neighbour", query: [], fields: [["Host", "n"]], body: [], minorVersion: 1,
            keepsAlive: true)
    )

    /// Whether the bytes are only requests, after which the connection remains open.
    private var staysOpen: Bool {
        if case .request(let request) = expected.last { request.keepsAlive } else { false }
    }

    /// Returns the deviations from the expected outcomes; none if all are correct.
    ///
    /// - Parameters:
    ///   - cuts: The places at which the bytes are cut in two; by default, all.
    ///   - edge: The number of bytes at the beginning, and at the end, that are read one by one; by default, all.
    /// - Returns: The deviations.
    func complaints(cuts: [Int]? = nil, edge: Int = .max) -> [String] {
        var complaints = wholeComplaints() + bytewiseComplaints(edge: edge) + neighbourComplaints()
        guard complaints.isEmpty, bytes.count <= 2_000 else { return complaints }
        for cut in cuts ?? Array(bytes.indices.dropFirst()) {
            let outcomes = Self.read([bytes[..<cut], bytes[cut...]], limits: limits)
            complaints += complaint("cut in two at \(cut)", outcomes)
            if !complaints.isEmpty { break }
        }
        return complaints
    }

    private static func read(_ pieces: [ArraySlice<UInt8>], limits: WireLimits) -> [WireOutcome] {
        var reader = WireReader(limits: limits)
        var outcomes: [WireOutcome] = []
        for piece in pieces {
            outcomes += reader.read(piece)
            if outcomes.last?.isRefusal == true { return outcomes }
        }
        if let reason = reader.prematureEnd { outcomes.append(.cutShort(reason)) }
        return outcomes
    }

    /// Compares outcomes, except that interim ones may be missing.
    private func complaint(_ way: String, _ outcomes: [WireOutcome], of expected: [WireOutcome]? = nil) -> [String] {
        let expected = expected ?? self.expected
        let isSame = outcomes.filter { $0 != .interim } == expected.filter { $0 != .interim }
        let hasMore = outcomes.count { $0 == .interim } > expected.count { $0 == .interim }
        if isSame && !hasMore { return [] }
        return ["\(way): expected \(expected), but got \(outcomes)"]
    }

    private func wholeComplaints() -> [String] {
        let outcomes = Self.read([bytes[...]], limits: limits)
        var complaints = complaint("whole", outcomes)
        // A client that sent some of its body with the head didn't wait.
        let waits = bytes.suffix(4) == Array("\r\n\r\n".utf8) && expected.last?.isCutShort == true
        let interims = waits ? expected.count { $0 == .interim } : 0
        if outcomes.count(where: { $0 == .interim }) != interims { complaints.append("whole: got \(outcomes)") }
        return complaints
    }

    /// Returns the deviations when bytes are read one by one, which also tests every prefix.
    ///
    /// The bytes must not end within a request, and may end anywhere else.
    private func bytewiseComplaints(edge: Int) -> [String] {
        var reader = WireReader(limits: limits)
        var outcomes: [WireOutcome] = []
        var hasBegun = false
        let middle = edge < bytes.count / 2 ? edge..<bytes.count - edge : 0..<0
        for (position, byte) in bytes.enumerated() {
            if middle.contains(position) {
                guard position == middle.lowerBound else { continue }
                outcomes += reader.read(bytes[middle])
                if outcomes.last?.isRefusal == true { break }
                hasBegun = reader.prematureEnd != nil
                continue
            }
            let new = reader.read(CollectionOfOne(byte))
            outcomes += new
            if new.last?.isRefusal == true { break }
            // Empty lines do not belong to a request (RFC 9112 §2.2).
            if new.last?.isRequest == true { hasBegun = false } else if byte != 0x0D && byte != 0x0A { hasBegun = true }
            let isHalfEmptyLine = !hasBegun && byte == 0x0D
            if hasBegun != (reader.prematureEnd != nil) && !isHalfEmptyLine && !reader.hasClosed {
                return ["byte by byte: of an end at \(position + 1) it says \(reader.prematureEnd ?? "nothing")"]
            }
        }
        if let reason = reader.prematureEnd, outcomes.last?.isRefusal != true { outcomes.append(.cutShort(reason)) }
        return outcomes == expected ? [] : ["byte by byte: expected \(expected), but got \(outcomes)"]
    }

    /// Returns the deviations between other requests.
    ///
    /// A request before the case has no effect, and one after it is read unless the connection closes.
    private func neighbourComplaints() -> [String] {
        var complaints: [String] = []
        if limits == WireLimits() {
            let outcomes = Self.read([(Self.neighbour + bytes)[...]], limits: limits)
            complaints += complaint("behind another", outcomes, of: [Self.neighbourOutcome] + expected)
        }
        guard !expected.contains(where: \.isCutShort), limits.head == nil else { return complaints }
        let outcomes = Self.read([(bytes + Self.neighbour)[...]], limits: limits)
        complaints += complaint("before another", outcomes, of: expected + (staysOpen ? [Self.neighbourOutcome] : []))
        return complaints + refusalComplaints()
    }

    /// Returns the deviations after a refusal, which must be final.
    private func refusalComplaints() -> [String] {
        guard expected.last?.isRefusal == true else { return [] }
        var reader = WireReader(limits: limits)
        let refusal = reader.read(bytes).suffix(1)
        let again = reader.read(Self.neighbour)
        return again == Array(refusal) ? [] : ["behind the refusal came \(again)"]
    }
}
