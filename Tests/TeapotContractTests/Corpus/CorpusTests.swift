import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// Runs every case of `TestResources/Contract` with each transport.
@Suite(.inTurn) struct `The contract is kept` {
    @Test(arguments: Transport.allCases, Corpus.files)
    func `each transport answers each case as the case expects`(transport: Transport, file: String) async throws {
        let contractCase = try Corpus.read(file)
        let outcomes = try await Corpus.outcomes(of: file, by: transport)
        #expect(outcomes.count == contractCase.requests.count)
        for (number, (request, outcome)) in zip(contractCase.requests, outcomes).enumerated() {
            let differences = try request.differences(from: outcome)
            #expect(
                differences.isEmpty,
                """
                \(contractCase.title) (\(contractCase.follows))
                \(file), request \(number + 1), \(request.method) \(request.path), by \(transport):
                \(differences.joined(separator: "\n"))
                """
            )
        }
    }

    @Test(arguments: Corpus.files)
    func `all transports give the same status, headers and body`(file: String) async throws {
        let first = try await Corpus.outcomes(of: file, by: Transport.allCases[0])
        for transport in Transport.allCases.dropFirst() {
            let other = try await Corpus.outcomes(of: file, by: transport)
            #expect(first == other, "\(file): \(Transport.allCases[0]) and \(transport)")
        }
    }
}

/// Tests of the corpus itself.
@Suite(.inTurn) struct `The corpus of the contract` {
    private static let folders = [
        "base-urls", "bodies", "cors", "errors", "headers", "methods", "paths", "queries", "ranges", "redirects",
        "resources", "responses", "rules", "sequences", "serialization", "unanswered",
    ]

    @Test func `has at least 150 answered cases`() throws {
        let answered = try Corpus.files.filter { try Corpus.read($0).requests.allSatisfy { $0.expected != nil } }
        #expect(answered.count >= 150)
    }

    @Test func `has some in every folder, and none elsewhere`() {
        let counts = Dictionary(Corpus.files.map { (String($0.prefix { $0 != "/" }), 1) }, uniquingKeysWith: +)
        #expect(counts.keys.sorted() == Self.folders)
        #expect(counts.values.allSatisfy { $0 >= 4 }, "\(counts)")
    }

    @Test func `has no duplicate cases`() throws {
        let cases = try Corpus.files.map { (file: $0, contractCase: try Corpus.read($0)) }
        let titles = Dictionary(grouping: cases) { $0.contractCase.title.lowercased() }
        let substances = Dictionary(grouping: cases) { $0.contractCase.substance.description }
        for same in [titles, substances].flatMap(\.values) where same.count > 1 {
            Issue.record("the same case: \(same.map(\.file).joined(separator: ", "))")
        }
    }

    @Test func `uses every handler that a case can have`() throws {
        let routes = try Corpus.files.flatMap { try Corpus.read($0).routes }
        #expect(Set(routes.compactMap(\.handler)) == Set(CaseHandler.allCases))
    }
}
