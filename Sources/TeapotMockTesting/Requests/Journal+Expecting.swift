import Teapot
import TeapotMock

extension Journal {
    /// Returns the failure text of an expected number of requests, or `nil` if the number is right.
    ///
    /// A whole URL instead of a path is always a failure: no request matches it, so a count of zero would pass by
    /// accident.
    func failure(
        expecting method: Teapot.Method?, _ path: String?, _ rules: [Rule], count: Int, after number: Int
    ) -> String? {
        if let path, ["http://", "https://"].contains(where: path.lowercased().hasPrefix) {
            return """
                “\(path)” is a full URL, so it matches no request: a path is relative to the router's base URL. Write \
                only the path, such as “/users”.
                """
        }
        let target = (method.map { [.method($0)] } ?? []) + (path.map { [Rule.path($0)] } ?? [])
        return failure(expecting: target + rules, count: count, after: number)
    }
}
