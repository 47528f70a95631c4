/// The failures of one run of ``everyFailure(of:budget:replaying:ignoring:limit:sourceLocation:_:check:)``, in order.
///
/// Written as text, such as `1:503,2:reset@17`, it can be run again alone.
public struct FailurePath: Sendable, Hashable {
    /// One failure, and the request that it happens to.
    public struct Step: Sendable, Hashable {
        /// The way to find the request in a run.
        enum Target: Sendable, Hashable {
            /// The position in the order in which requests arrive, starting at 1.
            case number(Int)
            /// The method and the path, and the position among the requests with the same ones.
            case name(String, occurrence: Int)
        }

        /// The requests that fail.
        public enum Extent: String, Sendable, Hashable {
            /// One request.
            case once = ""
            /// The request and all later ones with the same method and path, as if one endpoint was broken.
            case sameTarget = "*"
            /// The request and all later ones, as if the connection was gone.
            case allLater = "+"
        }

        let target: Target
        /// The requests that fail.
        public let extent: Extent
        /// The failure.
        public let failure: Failure
        /// The name of the request and its position among those with the same name, by which it is found in whatever
        /// order requests arrive; `nil` for a step that was written as text.
        var place: (name: String, occurrence: Int)?

        /// The method and the path of the request, such as `POST /orders`, or `nil` for a path that was written as
        /// text.
        public var request: String? { place?.name }
    }

    /// The failures, the first one first; none in a run in which everything succeeds.
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
    /// A request is named by its position in the run. If the order of requests varies, it is named by its method and
    /// path, as in `GET /cart#1:503`. A `+` means that all later requests
    /// fail likewise, as in `2+:refused`, and a `*` that those with the same method and path do.
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

    /// Returns whether two steps are about the same request, however it was found.
    public static func == (left: Self, right: Self) -> Bool {
        (left.target, left.extent, left.failure) == (right.target, right.extent, right.failure)
    }

    /// Hashes what makes two steps equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(target)
        hasher.combine(extent)
        hasher.combine(failure)
    }
}

extension FailurePath {
    /// The path with the names of its requests, in place of their positions.
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
