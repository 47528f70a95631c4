import Foundation
import Teapot

extension RouterBase {
    /// Returns the number of segments in the path of the base, or `nil` if a request isn't below it.
    package func depth(of request: Request) -> Int? {
        if isEverywhere { return 0 }
        return remainder(of: Request.segments(of: request.path), sentTo: request.origin) == nil ? nil : path.count
    }

    /// Returns a request's method and path as in routes and rules, or its URL if it isn't below the base.
    func target(of request: Request) -> String { request.target(below: depth(of: request)) }

    /// Returns the reason a request isn't below the base, or `nil` if it is.
    ///
    /// - Parameters:
    ///   - path: The segments of the path, percent-decoded.
    ///   - origin: The scheme, host and port of the request.
    /// - Returns: A clause without a subject, such as “is not below …”.
    func explanation(of path: [String], sentTo origin: String?) -> String? {
        guard remainder(of: path, sentTo: origin) == nil else { return nil }
        var reasons: [String] = []
        if let actual = origin.flatMap(Origin.init), let actualScheme = actual.scheme {
            let actualPort = actual.port(for: actualScheme)
            if let scheme, scheme != actualScheme { reasons.append("its scheme is \(actualScheme)") }
            if !isHost(actual.host) {
                reasons.append("its host is \(actual.host)")
            } else if let address, address.port(for: actualScheme) != actualPort {
                reasons.append("its port is \(actualPort ?? "the scheme's default")")
            }
        }
        if !path.starts(with: self.path, by: { $0.isExactly($1) }) {
            reasons.append("its path does not begin with /" + self.path.joined(separator: "/"))
        }
        return "is not below the router's base URL “\(description)”: \(reasons.joined(separator: " and "))"
    }
}
