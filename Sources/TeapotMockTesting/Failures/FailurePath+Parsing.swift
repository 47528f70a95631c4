extension FailurePath {
    /// Creates a path from its text.
    ///
    /// - Parameter text: The text, such as `1:503,2:reset@17`.
    /// - Throws: An error that names the part that can't be read.
    public init(_ text: String) throws(FailureReport.SetupError) {
        guard !text.isEmpty else {
            throw FailureReport.SetupError(
                description: "The path is empty. Write it as in `2:reset@17`, or omit it.")
        }
        guard text.last != "," else {
            throw FailureReport.SetupError(description: "The path “\(text)” ends with a comma, so a part is missing.")
        }
        var steps: [Step] = []
        for part in Self.parts(of: text) { steps.append(try Step(part, of: text)) }
        self.init(steps)
    }

    /// Returns the parts of a text.
    ///
    /// A comma may also be part of a target, so it ends a part only if it follows a failure.
    private static func parts(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        for comma in text.indices where text[comma] == "," {
            guard (try? Step(text[start..<comma], of: text)) != nil else { continue }
            parts.append(text[start..<comma])
            start = text.index(after: comma)
        }
        return parts + [text[start...]]
    }
}

extension FailurePath.Step {
    /// Creates a step from a part of the text of a path.
    fileprivate init(_ part: Substring, of text: String) throws(FailureReport.SetupError) {
        let part = part.drop(while: \.isWhitespace)
        // A target may contain a colon, but a failure doesn't.
        guard let colon = part.lastIndex(of: ":") else {
            throw FailureReport.SetupError(
                description: "“\(part)” in the path “\(text)” has no failure. Write it as in `2:reset@17`.")
        }
        let name = String(part[colon...].dropFirst())
        guard let failure = FailurePath.Failure(name) else {
            let names = FailurePath.Failure.usual.map(\.description).filter { !$0.contains("@") }
            throw FailureReport.SetupError(
                description: """
                    “\(name)” in the path “\(text)” isn't a failure. The failures are \(names.joined(separator: ", ")), any \
                    other status from 400 to 599, `documented@` with a status, and `reset@` and `cut@` with a number of bytes.
                    """)
        }
        var target = part[..<colon]
        let extent = target.last.flatMap { Extent(rawValue: String($0)) } ?? .once
        if extent != .once { target.removeLast() }
        guard let target = Target(target) else {
            throw FailureReport.SetupError(
                description: """
                    “\(target)” in the path “\(text)” isn't a request. Write its position in the run, starting at 1, or its \
                    method and target with a position, as in `GET /cart#1`.
                    """)
        }
        self.init(target: target, extent: extent, failure: failure)
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
