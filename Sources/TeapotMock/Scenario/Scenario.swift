/// A list of steps, each the response to one request: the first for the next that comes, and so on.
///
/// Once a ``Switchboard`` has activated it, each new request gets the response of the current step, and the step after that
/// becomes current. After the last the scenario switches itself off. A step that names the request it expects leaves
/// others alone, and so does a scenario that says which requests it is for.
public struct Scenario: Sendable, Equatable, Identifiable {
    /// What one request gets.
    public struct Step: Sendable, Equatable {
        /// The directory of the mock: `/products`; case, and slashes at either end, make no difference.
        public var folder: String
        /// The mock's file: `success_productList.json`, or without the extension, or without what stands before the name.
        public var responseFileName: String
        /// The requests that the step is for; `nil` for any.
        public var request: RequestCondition?

        /// Creates a step.
        ///
        /// - Parameters:
        ///   - folder: The directory of the mock.
        ///   - responseFileName: The mock's file, with or without its extension and what stands before its name.
        ///   - request: The requests that the step is for; `nil` for any.
        public init(folder: String, responseFileName: String, request: RequestCondition? = nil) {
            self.folder = folder
            self.responseFileName = responseFileName
            self.request = request
        }
    }

    /// What people call it.
    public var name: String
    /// The steps, in order.
    public var steps: [Step]
    /// The requests that the scenario is for, so that several can be active at once; `nil` for all.
    public var request: RequestCondition?

    /// What people call it.
    public var id: String { name }

    /// Creates a scenario.
    ///
    /// - Parameters:
    ///   - name: What people call it.
    ///   - steps: The steps, in order.
    ///   - request: The requests that it is for; `nil` for all.
    public init(_ name: String, steps: [Step], request: RequestCondition? = nil) {
        self.name = name
        self.steps = steps
        self.request = request
    }
}
