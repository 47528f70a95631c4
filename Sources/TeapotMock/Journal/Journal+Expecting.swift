import Teapot

extension Journal {
    /// The maximum number of requests that a failed expectation lists.
    private static let listedLimit = 20

    /// Returns the text of a failed expectation about the number of requests, or `nil` if the expectation is met.
    ///
    /// It shows secrets, because a test makes up its secrets.
    ///
    /// - Parameters:
    ///   - rules: The rules that a request must match.
    ///   - count: The expected number.
    ///   - number: The number of an entry. Only later requests count.
    /// - Returns: The text, which lists the matching requests and, if there are too few, the nearest other request.
    package func failure(expecting rules: [Rule], count: Int, after number: Int) -> String? {
        let found: [Entry]
        do { found = try entries(meeting: rules, after: number) } catch { return "\(error)" }
        guard found.count != count else { return nil }
        var options = options
        options.showsSecrets = true
        let clauses = rules.flatMap { $0.matcher.expectations(options) }
        let wanted = clauses.isEmpty ? "" : " with " + clauses.joined(separator: ", ")
        let actual = found.isEmpty ? "none was" : found.count == 1 ? "1 was" : "\(found.count) were"
        var lines = ["Expected \(String(counting: count, "request"))\(wanted), but \(actual) received."]
        lines += found.prefix(Self.listedLimit).map { "   \($0)" }
        if found.count > Self.listedLimit { lines.append("   and \(found.count - Self.listedLimit) more") }
        guard found.count < count else { return lines.joined(separator: "\n") }
        let matching = Set(found.map(\.number))
        let others = keptEntries(after: number).filter { !matching.contains($0.number) }
        let nearest = nearest(to: rules, among: others, options)
        lines.append(nearest.map { "The nearest other request was \($0.text)" } ?? "No other request was received.")
        return lines.joined(separator: "\n")
    }
}
