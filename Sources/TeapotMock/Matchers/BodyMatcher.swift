import Foundation
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
        guard !body.isEmpty else { return "received none" }
        let same = zip(body, data).prefix { $0 == $1 }.count
        let received = "received \(String(counting: body.count, "byte"))"
        if same == body.count { return "received only the first \(String(counting: same, "byte"))" }
        if same == data.count { return "\(received), \(body.count - same) too many" }
        return "\(received), and byte \(same + 1) is the first that differs"
    }
}
