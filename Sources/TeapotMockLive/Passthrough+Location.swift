import Foundation
import Teapot
import TeapotMock

extension Passthrough {
    /// Changes a `Location` below the live URL to the mock's path for the same resource.
    ///
    /// A client that follows a redirect then stays with the mock. RFC 9110 §10.2.2 allows a path as a `Location`.
    ///
    /// - Parameters:
    ///   - response: The response of the live server.
    ///   - request: The request as received.
    ///   - depth: The number of leading segments of the request's path that aren't appended to the live URL.
    func rebaseLocation(of response: inout Response, for request: Request, below depth: Int) {
        guard let location = response.headers["Location"], let rest = pathBelowBase(location) else { return }
        let prefix = request.path.prefix(request.path.count - request.path.withoutSegments(depth).count)
        let path = rest.first == "/" ? prefix + rest : prefix + "/" + rest
        // Two slashes would begin the name of a host (RFC 3986 §4.2).
        if !path.hasPrefix("//") { response.headers["Location"] = String(path) }
    }

    /// Returns the part of a URL, or of an absolute path, that follows the live URL, or `nil` if it isn't below it.
    private func pathBelowBase(_ location: String) -> Substring? {
        var path = location[...]
        if let mark = path.range(of: "://") {
            let end = path[mark.upperBound...].firstIndex { "/?#".contains($0) } ?? path.endIndex
            guard Request.origin(path[..<end].lowercased()[...]) == Request.split(baseURL).origin else { return nil }
            path = path[end...]
        } else if !path.hasPrefix("/") || path.hasPrefix("//") {
            return nil
        }
        var base = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)?.percentEncodedPath[...] ?? ""
        while base.last == "/" { base = base.dropLast() }
        guard path.hasPrefix(base) else { return nil }
        let rest = path.dropFirst(base.count)
        return rest.first.map { "/?#".contains($0) } ?? true ? rest : nil
    }
}
