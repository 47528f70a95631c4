package import Teapot

/// A condition on the bytes of the body.
package struct BodyMatcher: Matcher, Hashable {
    /// The expected bytes.
    let data: Data

    package var identity: AnyHashable? { self }

    package func matches(_ request: Request, path: ArraySlice<String>?) -> Bool { request.body == data }

    package func expectations(_ options: Teapot.Options) -> [String] {
        ["body of \(String(counting: data.count, "byte"))"]
    }

    package func explanations(of request: ExaminedRequest) -> [String?] { [explanation(of: request.request.body)] }

    private func explanation(of body: Data) -> String? {
        guard body != data else { return nil }
        guard !body.isEmpty else { return "none came" }
        let same = zip(body, data).prefix { $0 == $1 }.count
        let came = "\(String(counting: body.count, "byte")) came"
        if same == body.count { return "only the first \(String(counting: same, "byte")) came" }
        if same == data.count { return "\(came), \(body.count - same) too many" }
        return "\(came), and byte \(same + 1) is the first that differs"
    }
}
