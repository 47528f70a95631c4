import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Runs every case of `TestResources/Wire`.
@Suite(.inTurn) struct `The wire's rules are followed` {
    @Test(arguments: WireCorpus.files)
    func `each case gives the outcome that its section requires, however its bytes arrive`(file: String) throws {
        let wireCase = try WireCorpus.read(file)
        func check() {
            // Read one by one, the bytes end everywhere as well.
            let cuts = Size.spread(wireCase.bytes.indices.dropFirst(), usual: 10)
            let complaints = wireCase.complaints(cuts: cuts, edge: Size.of(full: .max, usual: 2000))
            #expect(
                complaints.isEmpty,
                "\(wireCase.title) (RFC \(wireCase.rfc))\n\(file):\n\(complaints.joined(separator: "\n"))"
            )
        }
        if let defect = wireCase.knownDefect {
            withKnownIssue("\(defect)") { check() }
        } else {
            check()
        }
    }
}

/// Tests of the corpus itself.
@Suite(.inTurn) struct `The corpus of the wire` {
    private static let folders = [
        "bodies", "chunks", "connections", "content-lengths", "expectations", "fields", "hosts", "pipelines",
        "request-lines", "targets", "trailers", "transfer-encodings", "versions",
    ]

    @Test func `has at least 320 cases in its folders`() {
        let counts = Dictionary(WireCorpus.files.map { (String($0.prefix { $0 != "/" }), 1) }, uniquingKeysWith: +)
        #expect(WireCorpus.files.count >= 320)
        #expect(counts.keys.sorted() == Self.folders)
        #expect(counts.values.allSatisfy { $0 >= 8 }, "\(counts)")
    }

    @Test func `has a section for each case, and no duplicate cases`() throws {
        let cases = try WireCorpus.files.map { (file: $0, wireCase: try WireCorpus.read($0)) }
        for (file, wireCase) in cases {
            #expect(wireCase.rfc.wholeMatch(of: /[0-9]{4} §[0-9.]+/) != nil, "\(file)")
            #expect(wireCase.title.first?.isUppercase == true && wireCase.title.last != ".", "\(file)")
        }
        let byTitle = Dictionary(grouping: cases) { $0.wireCase.title.lowercased() }.values
        let bySubstance = Dictionary(grouping: cases) { "\($0.wireCase.bytes.hashValue) \($0.wireCase.limits)" }.values
        for same in Array(byTitle) + Array(bySubstance) where same.count > 1 {
            Issue.record("the same case: \(same.map(\.file).joined(separator: ", "))")
        }
    }

    @Test func `has valid cases, and invalid ones for every status that the parser uses`() throws {
        let expected = try WireCorpus.files.flatMap { try WireCorpus.read($0).expected }
        let statuses = Set(
            expected.compactMap { outcome -> Int? in
                if case .refused(let status, _) = outcome { status } else { nil }
            }
        )
        #expect(statuses == [400, 413, 414, 417, 431, 501, 505])
        #expect(expected.count(where: \.isRequest) >= 100)
        #expect(expected.count(where: \.isRefusal) >= 100)
    }
}
