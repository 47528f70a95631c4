extension FailurePath {
    /// Creates a path from its text.
    ///
    /// - Parameter text: The text, such as `1:503,2:reset@17`.
    /// - Throws: An error that names the part that can't be read.
    public init(_ text: String) throws(FailureReport.SetupError) {
        var steps: [Step] = []
        for part in Self.parts(of: text) {
            // A target may have a colon and a comma, a failure has none.
            guard let colon = part.lastIndex(of: ":") else {
                throw FailureReport.SetupError(
                    description: "“\(part)” in the path “\(text)” has no failure. Write it as in `2:reset@17`.")
            }
            let name = String(part[colon...].dropFirst())
            guard let failure = Failure(name) else {
                let names = Failure.usual.map(\.description).joined(separator: ", ")
                throw FailureReport.SetupError(
                    description: """
                        “\(name)” in the path “\(text)” is no failure. The failures are \(names), any status from 400 to \
                        599, and `reset@` and `cut@` with a number of bytes.
                        """)
            }
            var target = part[..<colon]
            let extent = target.last.flatMap { Step.Extent(rawValue: String($0)) } ?? .once
            if extent != .once { target.removeLast() }
            guard let target = Step.Target(target) else {
                throw FailureReport.SetupError(
                    description: """
                        “\(target)” in the path “\(text)” is no request. Write its position in the run, starting at 1, or \
                        its method and target with a position, as in `GET /cart#1`.
                        """)
            }
            steps.append(Step(target: target, extent: extent, failure: failure))
        }
        guard !steps.isEmpty else {
            throw FailureReport.SetupError(description: "The path is empty. Write it as in `2:reset@17`, or leave it out.")
        }
        self.init(steps)
    }

    /// Returns the parts of a text, each with one failure at its end.
    ///
    /// A comma that no failure precedes is part of a target.
    private static func parts(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        for comma in text.indices where text[comma] == "," {
            let part = text[start..<comma]
            guard let colon = part.lastIndex(of: ":"), Failure(String(part[colon...].dropFirst())) != nil else {
                continue
            }
            parts.append(part)
            start = text.index(after: comma)
        }
        if start < text.endIndex { parts.append(text[start...]) }
        return parts
    }
}

extension FailurePath.Step.Target {
    fileprivate init?(_ text: Substring) {
        if let number = Int(text) {
            guard number > 0 else { return nil }
            self = .number(number)
        } else {
            guard let mark = text.lastIndex(of: "#"), let occurrence = Int(text[mark...].dropFirst()), occurrence > 0,
                text[..<mark].contains(" ")
            else { return nil }
            self = .name(String(text[..<mark]), occurrence: occurrence)
        }
    }
}
