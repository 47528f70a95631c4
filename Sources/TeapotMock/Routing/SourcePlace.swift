/// A place in the source code: where a route was registered.
public struct SourcePlace: Sendable, CustomStringConvertible {
    /// The module and the file, such as `ShopTests/CartTests.swift`.
    public let fileID: StaticString
    /// The file's whole path on the machine that compiled it.
    public let filePath: StaticString
    /// The line, counted from 1.
    public let line: UInt

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - fileID: What `#fileID` gives.
    ///   - filePath: What `#filePath` gives.
    ///   - line: What `#line` gives.
    public init(fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
    }

    /// The file and the line, such as `ShopTests/CartTests.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
