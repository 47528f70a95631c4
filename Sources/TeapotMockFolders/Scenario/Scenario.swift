/// A list of steps, each with the response to one request.
///
/// Once a ``Switchboard`` has activated the scenario, each new request gets the response of the current step, and the
/// next step becomes current. After the last step, the scenario is deactivated. A step or a scenario with a request
/// condition applies only to requests that meet it. A step without a condition applies to requests for its directory's
/// path, with the method that its mock names, or without one with any method but `HEAD` and `OPTIONS`.
public struct Scenario: Sendable, Equatable, Identifiable {
    /// The response to one request.
    public struct Step: Sendable, Equatable {
        /// The mock's directory, such as `/products`; case and slashes at either end don't matter.
        public var folder: String
        /// The mock's file, such as `success_productList.json`; the extension, and the parts before the display name,
        /// are optional.
        public var responseFileName: String
        /// The requests that the step applies to, or `nil` for requests to its directory's path.
        public var request: RequestCondition?

        /// Creates a step.
        ///
        /// - Parameters:
        ///   - folder: The directory of the mock.
        ///   - responseFileName: The mock's file. Its extension, and the parts before the display name, are optional.
        ///   - request: The requests that the step applies to, or `nil` for requests to its directory's path.
        public init(folder: String, responseFileName: String, request: RequestCondition? = nil) {
            (self.folder, self.responseFileName, self.request) = (folder, responseFileName, request)
        }
    }

    /// The display name.
    public var name: String
    /// The steps, in order.
    public var steps: [Step]
    /// The requests that the scenario applies to, or `nil` for all; conditions let several scenarios be active at once.
    public var request: RequestCondition?

    /// The display name.
    public var id: String { name }

    /// Creates a scenario.
    ///
    /// - Parameters:
    ///   - name: The display name.
    ///   - steps: The steps, in order.
    ///   - request: The requests that the scenario applies to, or `nil` for all.
    public init(_ name: String, steps: [Step], request: RequestCondition? = nil) {
        (self.name, self.steps, self.request) = (name, steps, request)
    }
}
