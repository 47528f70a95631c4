/// What comes of WireMock's stub mappings: see ``Router/addWireMock(from:seed:fileID:filePath:line:)``.
public enum WireMockImport {
    /// What was registered, and all that was not.
    public struct Report: Sendable, Equatable {
        /// How many stubs became routes.
        public let stubs: Int
        /// How many stubs did not; each has a problem that says why.
        public let leftOut: Int
        /// What is not as it is in WireMock, in the order of the files' paths; nothing is left out in silence.
        public let problems: [Problem]
    }
}

extension WireMockImport.Report: CustomStringConvertible {
    /// How many stubs there are, and a line for each problem.
    public var description: String {
        let count = "\(String(counting: stubs, "stub")) registered" + (leftOut > 0 ? ", \(leftOut) left out" : "")
        return ([count] + problems.map(\.description)).joined(separator: "\n")
    }
}
