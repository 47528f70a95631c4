package import Teapot

/// A condition on the method.
package struct MethodMatcher: Matcher, Hashable {
    /// The method, such as `GET`.
    package let method: String

    package var identity: AnyHashable? { self }

    package func matches(_ request: Request, path: ArraySlice<String>?) -> Bool { request.method == method }

    package func expectations(_ options: Teapot.Options) -> [String] { ["method \(method)"] }

    package func explanations(of request: ExaminedRequest) -> [String?] {
        [method == request.request.method ? nil : "received \(request.request.method)"]
    }
}
