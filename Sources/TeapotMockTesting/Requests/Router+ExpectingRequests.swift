import Teapot
import TeapotMock

extension Router? {
    /// Returns the text of a failure if the number of requests isn't the expected one, or `nil` if it is.
    ///
    /// A complete URL instead of a path is always a failure: no request matches it, so expecting zero requests would
    /// pass by accident.
    func failure(
        expecting method: Teapot.Method?, _ path: String?, _ rules: [Rule], count: Int, after number: Int
    ) -> String? {
        guard let journal = self?.journal else {
            return """
                No test has a router here, so there are no requests to count. Give the test the trait `.router`; in \
                XCTest, pass the router that `makeRouter()` returned: `expectRequests(times:of:)`.
                """
        }
        if let path, ["http://", "https://"].contains(where: path.lowercased().hasPrefix) {
            return """
                “\(path)” is a full URL, so it matches no request. Write only the path below the base URL, as in “/users”.
                """
        }
        // Without a label, a path alone is read as the method.
        if let text = method?.rawValue, text.hasPrefix("/"), path == nil {
            return failure(expecting: nil, text, rules, count: count, after: number)
        }
        let target = (method.map { [.method($0)] } ?? []) + (path.map { [Rule.path($0)] } ?? [])
        if journal.lastNumber == 0, let request = self?.testContext?.received(meeting: target + rules) {
            return "A mock received \(request.shortTarget), not the test's router: write 'of: mock.router'."
        }
        return journal.failure(expecting: target + rules, count: count, after: number)
    }
}
