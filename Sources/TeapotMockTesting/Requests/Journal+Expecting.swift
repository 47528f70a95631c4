import Teapot
import TeapotMock

extension Journal {
    /// Returns the failure of an expectation of requests, or `nil` if it is met.
    ///
    /// A whole URL in place of a path is always a failure, because it would match no request by accident.
    func failure(
        expecting method: Teapot.Method?, _ path: String?, _ rules: [Rule], count: Int, after number: Int
    ) -> String? {
        if let path, ["http://", "https://"].contains(where: path.lowercased().hasPrefix) {
            return """
                “\(path)” is a whole URL, and matches no request: paths are below the base URL of the router. Write only \
                the path, such as “/users”.
                """
        }
        let target = (method.map { [.method(matches: $0)] } ?? []) + (path.map { [Rule.path(matches: $0)] } ?? [])
        return failure(expecting: target + rules, count: count, after: number)
    }
}
