import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// Runs every case of `TestResources/Contract` with each carrier.
@Suite(.inTurn) struct `The contract is kept` {
    @Test(arguments: Carrier.allCases, Corpus.files)
    func `each carrier answers each case as its source has it`(carrier: Carrier, file: String) async throws {
        let contractCase = try Corpus.read(file)
        let outcomes = try await Corpus.outcomes(of: file, by: carrier)
        #expect(outcomes.count == contractCase.requests.count)
        for (number, (request, outcome)) in zip(contractCase.requests, outcomes).enumerated() {
            let differences = try request.differences(from: outcome)
            #expect(
                differences.isEmpty,
                """
                \(contractCase.title) (\(contractCase.follows))
                \(file), request \(number + 1), \(request.method) \(request.path), by \(carrier):
                \(differences.joined(separator: "\n"))
                """
            )
        }
    }

    @Test(arguments: Corpus.files)
    func `all carriers give the same status, header fields and body`(file: String) async throws {
        let first = try await Corpus.outcomes(of: file, by: Carrier.allCases[0])
        for carrier in Carrier.allCases.dropFirst() {
            let other = try await Corpus.outcomes(of: file, by: carrier)
            #expect(first == other, "\(file): \(Carrier.allCases[0]) and \(carrier)")
        }
    }
}

/// Tests of the corpus itself.
@Suite(.inTurn) struct `The corpus of the contract` {
    private static let folders = [
        "base-urls", "bodies", "cors", "errors", "headers", "methods", "paths", "queries", "ranges", "redirects",
        "resources", "responses", "rules", "sequences", "serialization", "unanswered",
    ]

    @Test func `has at least 150 cases that are answered`() throws {
        let answered = try Corpus.files.filter { try Corpus.read($0).requests.allSatisfy { $0.expected != nil } }
        #expect(answered.count >= 150)
    }

    @Test func `has some in every folder, and no others`() {
        let counts = Dictionary(Corpus.files.map { (String($0.prefix { $0 != "/" }), 1) }, uniquingKeysWith: +)
        #expect(counts.keys.sorted() == Self.folders)
        #expect(counts.values.allSatisfy { $0 >= 4 }, "\(counts)")
    }

    @Test func `has no case twice`() throws {
        let cases = try Corpus.files.map { (file: $0, contractCase: try Corpus.read($0)) }
        let titles = Dictionary(grouping: cases) { $0.contractCase.title.lowercased() }
        let substances = Dictionary(grouping: cases) { $0.contractCase.substance.description }
        for same in [titles, substances].flatMap(\.values) where same.count > 1 {
            Issue.record("the same case: \(same.map(\.file).joined(separator: ", "))")
        }
    }

    @Test func `uses every handler that a case may have`() throws {
        let routes = try Corpus.files.flatMap { try Corpus.read($0).routes }
        #expect(Set(routes.compactMap(\.handler)) == Set(CaseHandler.allCases))
    }
}
