import Foundation
import Teapot
import TeapotMock

/// The outcome of a request, without the parts that a network adds.
enum CaseOutcome: Equatable, Sendable {
    /// A response; repeated headers are joined as Foundation joins them.
    case response(status: Int, headers: Teapot.HeaderFields, body: Data)
    /// No route matched.
    case unanswered
    /// Any other outcome.
    case failed(String)

    init(_ response: Teapot.Response) {
        // A server has to respond with status 404 and this error if no route matches.
        let sentence = TeapotError.make(.unansweredRequest).description.dropLast()
        if response.statusCode == 404, let error = response.json?.dictionary?["detail"] as? String,
            error.hasPrefix(sentence)
        {
            self = .unanswered
        } else {
            self = .response(
                status: response.statusCode, headers: response.headers.comparable, body: response.body)
        }
    }

    init(_ error: TeapotError) {
        self = error.type == .unansweredRequest ? .unanswered : .failed("\(error.type): \(error.description)")
    }
}

extension CaseRequest {
    /// Returns the differences of an outcome from the expected one.
    ///
    /// - Parameter outcome: The outcome.
    /// - Returns: A sentence for each difference; none if the outcome is the expected one.
    /// - Throws: Any error from reading an expected fixture.
    func differences(from outcome: CaseOutcome) throws -> [String] {
        guard let expected else {
            return outcome == .unanswered ? [] : ["expected no answer, got \(outcome)"]
        }
        guard case .response(let status, let headers, let body) = outcome else {
            return ["expected the status \(expected.status), got \(outcome)"]
        }
        var differences: [String] = []
        if status != expected.status { differences.append("expected the status \(expected.status), got \(status)") }
        for (name, value) in expected.headers.sorted(by: { $0.key < $1.key }) where headers[name] != value {
            let wanted = value.map { "“\($0)”" } ?? "nothing"
            differences.append("\(name): expected \(wanted), got \(headers[name].map { "“\($0)”" } ?? "nothing")")
        }
        if let difference = try expected.body.difference(from: body) { differences.append(difference) }
        return differences
    }
}
