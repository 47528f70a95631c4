package import Teapot

/// A condition on the method.
package struct MethodMatcher: Matcher, Hashable {
    /// The method, such as `GET`.
    package let method: String
    /// Whether `GET` includes `HEAD` (RFC 9110 §9.3.2).
    var includesHead = false

    package var readsBody: Bool { false }

    package var identity: AnyHashable? { self }

    package func matches(_ request: Request, path: ArraySlice<String>?) -> Bool { matches(request.method) }

    func matches(_ method: String) -> Bool {
        method == self.method || includesHead && self.method == "GET" && method == "HEAD"
    }

    package func expectations(_ options: Teapot.Options) -> [String] { ["method \(method)"] }

    package func explanations(of request: ExaminedRequest) -> [String?] {
        [matches(request.request.method) ? nil : "received \(request.request.method)"]
    }
}
