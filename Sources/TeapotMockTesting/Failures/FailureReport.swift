import TeapotMock

/// The results of runs in which a test's requests failed in every way that was tried.
public struct FailureReport: Sendable {
    /// A rule that each run must follow.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// The code ends, by returning or by throwing an error.
        case end
        /// No non-idempotent request is repeated if the server may have processed it (RFC 9110 §9.2.2).
        case repeatedRequest
        /// No credential is sent to an origin that it isn't meant for.
        case credentialOfOtherOrigin
        /// No error's text contains a password, a token or a similar secret.
        case secretInError
        /// No request is repeated before the time in `Retry-After` has passed (RFC 9110 §10.2.3).
        case retryAfter
        /// Each request has a route.
        case unanswered
        /// The expectations of the test hold.
        case expectation
    }

    /// A problem in one run.
    struct Problem: Sendable {
        let rule: Rule
        /// The subject; problems with the same rule and subject are one finding.
        let subject: String
        let text: String
        var place: SourceSpot?
        /// The request in question, or `nil` if there's no single request.
        var request: Request?
    }

    /// The source location of an expectation.
    struct SourceSpot: Sendable, Hashable {
        let fileID: String
        let filePath: String
        let line: Int
        let column: Int
    }

    /// A problem, with all paths that lead to it.
    public struct Finding: Sendable {
        /// The broken rule.
        public let rule: Rule
        /// A description of the problem, on the shortest path.
        public internal(set) var text: String
        /// The paths that lead to it, with the shortest first.
        public internal(set) var paths: [FailurePath]
        let subject: String
        let place: SourceSpot?
    }

    /// The result of a run.
    enum Result: String, Sendable {
        case returned = "."
        case threw = "x"
        case found = "!"
    }

    /// The number of runs, including those in which nothing failed.
    public internal(set) var runCount = 0
    /// The problems, with those on the shortest paths first.
    public internal(set) var findings: [Finding] = []
    /// The number of pairs of failures that weren't tried because the budget was used up.
    public internal(set) var skippedPairCount = 0
    /// Remarks about the runs, for example that they differed even though nothing failed.
    public internal(set) var notes: [String] = []
    /// The names of the requests in a run in which nothing failed.
    public internal(set) var requests: [String] = []
    /// The results of the runs with one failure, keyed by the number of the request and the name of the failure.
    var results: [Int: [String: Result]] = [:]
    /// The names of the failures in the order in which they were tried.
    var failureNames: [String] = []
}

extension FailureReport {
    /// Adds the problems of a run.
    mutating func add(_ problems: [Problem], on path: FailurePath) {
        for problem in problems {
            let index = findings.firstIndex {
                ($0.rule, $0.subject, $0.place) == (problem.rule, problem.subject, problem.place)
            }
            guard let index else {
                findings.append(
                    Finding(
                        rule: problem.rule, text: problem.text, paths: [path], subject: problem.subject,
                        place: problem.place))
                continue
            }
            guard findings[index].paths.last != path else { continue }
            if path.isShorter(than: findings[index].paths[0]) {
                findings[index].text = problem.text
                findings[index].paths.insert(path, at: 0)
            } else {
                findings[index].paths.append(path)
            }
        }
    }

    /// Replaces positions with request names in all paths, because the order varies.
    mutating func nameRequests() {
        for index in findings.indices { findings[index].paths = findings[index].paths.map(\.named) }
    }

    /// Sorts the findings, and the paths of each.
    mutating func sort() {
        for index in findings.indices { findings[index].paths.sort { $0.isShorter(than: $1) } }
        findings.sort { $0.paths[0].isShorter(than: $1.paths[0]) }
    }
}

extension FailurePath {
    /// Returns whether the path has fewer failures than another, or is easier to read.
    fileprivate func isShorter(than other: FailurePath) -> Bool {
        func key(_ path: FailurePath) -> (Int, Int, Int) {
            (path.steps.count, path.steps.count { $0.extent != .once }, path.description.count)
        }
        return key(self) == key(other) ? description < other.description : key(self) < key(other)
    }
}
