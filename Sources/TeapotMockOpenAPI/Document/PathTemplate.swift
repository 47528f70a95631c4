import Foundation

/// A path whose segments can be variables: `/products/{id}`, `/files/{name}.json`.
package struct PathTemplate: Sendable, Equatable {
    package enum Segment: Sendable, Equatable {
        case text(String)
        /// A variable, with the text before and after it.
        case variable(String, prefix: String, suffix: String)
    }

    package let segments: [Segment]

    /// Creates a template from a path.
    ///
    /// - Parameter path: The path; percent-escapes are decoded, and empty segments are omitted.
    package init(_ path: String) {
        segments = path.split(separator: "/").map { segment in
            if let opening = segment.firstIndex(of: "{"), let closing = segment.lastIndex(of: "}"), opening < closing {
                let name = segment[segment.index(after: opening)..<closing]
                let suffix = segment[segment.index(after: closing)...]
                return .variable(String(name), prefix: String(segment[..<opening]), suffix: String(suffix))
            }
            return .text(segment.removingPercentEncoding ?? String(segment))
        }
    }
}
