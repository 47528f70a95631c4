/// The failures of one run of ``everyFailure(of:budget:replaying:ignoring:limit:sourceLocation:_:check:)``, in order.
///
/// To run a single path again, use its text, such as `1:503,2:reset@17`.
public struct FailurePath: Sendable, Hashable {
    /// A failure, and the request that fails.
    public struct Step: Sendable, Hashable {
        /// The way to find the request in a run.
        enum Target: Sendable, Hashable {
            /// The position in the order of arrival, starting at 1.
            case number(Int)
            /// The method and path, and the position among requests with the same method and path.
            case name(String, occurrence: Int)
        }

        /// The requests that fail.
        public enum Extent: String, Sendable, Hashable {
            /// One request.
            case once = ""
            /// The request and all later ones with the same method and path, as if one endpoint were broken.
            case sameTarget = "*"
            /// The request and all later ones, as if the connection were gone.
            case allLater = "+"
        }

        let target: Target
        /// The requests that fail.
        public let extent: Extent
        /// The failure.
        public let failure: Failure
        /// The request's name and its position among requests with that name, which identify it no matter the order of
        /// arrival, or `nil` for a step that was parsed from text.
        var place: (name: String, occurrence: Int)?

        /// The method and the path of the request, such as `POST /orders`, or `nil` for a path that was parsed from
        /// text.
        public var request: String? { place?.name }
    }

    /// The failures in order, or none for a run in which everything succeeds.
    public let steps: [Step]

    /// Whether there are no failures.
    public var isEmpty: Bool { steps.isEmpty }

    init(_ steps: [Step]) { self.steps = steps }

    /// The failures of the path.
    public var failures: [Failure] { steps.map(\.failure) }
}

extension FailurePath: CustomStringConvertible {
    /// The text of the path, such as `1:503,2:reset@17`, or `no failure`.
    ///
    /// A request is named by its position in the run or, if the order of requests varies, by its method and path, as in
    /// `GET /cart#1:503`. A `+` means that all later requests also fail, as in `2+:refused`. A `*` means that all later
    /// requests with the same method and path fail.
    public var description: String { isEmpty ? "no failure" : steps.map(\.description).joined(separator: ",") }
}

extension FailurePath.Step: CustomStringConvertible {
    /// The text of the step, such as `2:reset@17`.
    public var description: String {
        let name =
            switch target {
            case .number(let number): "\(number)"
            case .name(let name, let occurrence): "\(name)#\(occurrence)"
            }
        return "\(name)\(extent.rawValue):\(failure)"
    }

    /// Returns whether two steps have the same target, extent and failure, regardless of their place.
    public static func == (left: Self, right: Self) -> Bool {
        (left.target, left.extent, left.failure) == (right.target, right.extent, right.failure)
    }

    /// Hashes the target, the extent and the failure.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(target)
        hasher.combine(extent)
        hasher.combine(failure)
    }
}

extension FailurePath {
    /// The path with request names instead of positions.
    var named: FailurePath {
        FailurePath(
            steps.map { step in
                guard let place = step.place else { return step }
                var named = Step(
                    target: .name(place.name, occurrence: place.occurrence), extent: step.extent, failure: step.failure)
                named.place = place
                return named
            })
    }
}
