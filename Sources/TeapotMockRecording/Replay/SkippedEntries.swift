import TeapotMock

/// The entries that a router doesn't replay, to explain why a request has no response.
struct SkippedEntries: Stage {
    static let places = [StagePlace.insteadOfRoutes]

    /// The sentences about the entries, one for each recording.
    private var texts: [String] = []

    func explanation(for request: Request) -> (reason: String, suggestion: String)? {
        ("has no recorded response", texts.joined(separator: " "))
    }

    /// The maximum number of requests to name.
    private static let limit = 3

    /// Adds the skipped entries of a recording.
    ///
    /// - Parameters:
    ///   - requests: The requests of the entries, at least one.
    ///   - name: The name of the recording.
    ///   - source: The beginning of the replayed URLs.
    mutating func add(_ requests: [Request], of name: String, below source: RouterBase) {
        let targets = requests.prefix(Self.limit).map { "\($0.method) \($0.origin ?? "")\($0.shortPath)" }
        let rest = requests.count > Self.limit ? " and \(requests.count - Self.limit) more" : ""
        let isOne = requests.count == 1
        let count = isOne ? "1 entry of \(name) is" : "\(requests.count) entries of \(name) are"
        let origin = requests.lazy.compactMap(\.origin).first ?? "…"
        texts.append(
            """
            \(count) not below “\(source)”, so \(isOne ? "it is" : "they are") not replayed: \
            \(targets.joined(separator: ", "))\(rest). To include \(isOne ? "it" : "them"), \
            replay from “\(origin)”.
            """)
    }
}

extension Router {
    /// Names the skipped entries of a recording in the diagnoses of unanswered requests.
    func explainSkipped(_ requests: [Request], of name: String, below source: RouterBase) {
        guard !requests.isEmpty else { return }
        var skipped = stage(of: SkippedEntries.self) ?? SkippedEntries()
        skipped.add(requests, of: name, below: source)
        setStage(skipped)
    }
}
