import Foundation
import TeapotMock

/// Advice for an unanswered request.
enum Remedy {
    /// Returns the advice for a folder of mocks, which follows the suggestion of a file.
    static func folder(_ mocks: URL, isLive: Bool) -> @Sendable (Request) -> String {
        { _ in "The mocks are in “\(mocks.path)”\(otherwise(isLive))." }
    }

    /// Returns the advice for a WireMock root.
    static func wireMock(_ folder: String, isLive: Bool) -> @Sendable (Request) -> String {
        { _ in "Add a stub to “\(folder)/mappings” and start again\(otherwise(isLive))." }
    }

    /// Returns the advice for a HAR file.
    static func har(_ name: String, isLive: Bool) -> @Sendable (Request) -> String {
        { _ in
            "“\(name)” has no such request: record it with “teapot record URL --har FILE”, or let query items vary with "
                + "--ignore NAME and bodies with --any-body\(otherwise(isLive))."
        }
    }

    /// Returns the advice for a JSON file of resources.
    static func store(_ file: String, _ paths: [String], isLive: Bool) -> @Sendable (Request) -> String {
        let list = paths.joined(separator: ", ")
        return { _ in "“\(file)” has the resources \(list). To add one, add a member\(otherwise(isLive))." }
    }

    private static func otherwise(_ isLive: Bool) -> String {
        isLive ? "" : "; with --live URL, a live server answers the rest"
    }
}
