import Teapot

/// Which answer a mock gives to a request.
///
/// A value: it reads no file, waits for nothing and sends nothing.
struct Script: Sendable {
    /// What is to be done about a request.
    enum Choice: Equatable {
        /// It is answered.
        case answer(Response)
        /// It is not, because of its header fields.
        case refuse([HeaderExpectation.Mismatch])
    }

    /// An end point with answers of its own; each is given once, in order, but the last again and again.
    private struct Override {
        let endPoint: EndPoint
        let responses: [Response]
        var given = 0
    }

    private let main: Response
    private var overrides: [Override] = []
    /// What requests to the main answer must carry.
    var expectation = HeaderExpectation()

    /// - Parameter main: What every end point answers that is not overridden.
    init(main: Response) {
        self.main = main
    }

    /// Gives an end point answers of its own, ahead of those that were given before.
    ///
    /// - Parameters:
    ///   - endPoint: The end point.
    ///   - responses: The answers; none at all overrides nothing.
    mutating func override(_ endPoint: EndPoint, with responses: [Response]) {
        guard !responses.isEmpty else { return }
        overrides.append(Override(endPoint: endPoint, responses: responses))
    }

    /// Chooses the answer to a request.
    ///
    /// Expected header fields and the main answer's status are not for overridden end points.
    mutating func choose(for request: Request) -> Choice {
        if let index = override(for: request) {
            defer { overrides[index].given += 1 }
            let responses = overrides[index].responses
            return .answer(responses[min(overrides[index].given, responses.count - 1)])
        }
        let mismatches = expectation.mismatches(in: request.headers)
        return mismatches.isEmpty ? .answer(main) : .refuse(mismatches)
    }

    private func override(for request: Request) -> Int? {
        guard !overrides.isEmpty else { return nil }
        let path = Request.segments(of: request.path)
        return overrides.lastIndex { $0.endPoint.matches(request, path: path) }
    }
}
