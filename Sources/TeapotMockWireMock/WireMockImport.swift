import TeapotMock

/// The results of importing WireMock's stub mappings; see `addWireMock(from:seed:fileID:filePath:line:)`.
public enum WireMockImport {
    /// A report on the stubs that were registered and those that weren't.
    public struct Report: Sendable, Equatable {
        /// The number of stubs that became routes.
        public let stubs: Int
        /// The number of stubs that were omitted; each has a problem that states the reason.
        public let leftOut: Int
        /// The differences from WireMock, in the order of the files' paths; nothing is omitted silently.
        public let problems: [Problem]
    }
}

extension WireMockImport.Report: CustomStringConvertible {
    /// The number of stubs, and a line for each problem.
    public var description: String {
        let count = "\(String(counting: stubs, "stub")) registered" + (leftOut > 0 ? ", \(leftOut) left out" : "")
        return ([count] + problems.map(\.description)).joined(separator: "\n")
    }
}
