/// A place in the source code, such as where a route was registered.
public struct SourcePlace: Sendable, CustomStringConvertible {
    /// The module and the file, such as `ShopTests/CartTests.swift`.
    public let fileID: StaticString
    /// The full path of the file on the machine that compiled it.
    public let filePath: StaticString
    /// The line number, starting at 1.
    public let line: UInt

    /// Creates a place in the source code.
    ///
    /// - Parameters:
    ///   - fileID: The value of `#fileID`.
    ///   - filePath: The value of `#filePath`.
    ///   - line: The value of `#line`.
    public init(fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line) {
        (self.fileID, self.filePath, self.line) = (fileID, filePath, line)
    }

    /// The file and the line, such as `ShopTests/CartTests.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
