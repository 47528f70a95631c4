import Teapot
package import TeapotMock

extension Switchboard {
    /// Returns the reason why a request stays unanswered, and a suggestion; `nil` if the request is not for the
    /// switchboard.
    package func explanation(for request: Request) -> (reason: String, suggestion: String)? {
        guard isOn, let folder else { return nil }
        let name = folder.directory.lastPathComponent
        let index = folder.index
        let path = Request.segments(of: request.path)
        let own = index.offer(for: path, method: nil).mocks.filter { !$0.isGeneral }
        if own.contains(where: { $0.method ?? request.method == request.method }) {
            return (
                "has mocks in “\(name)”, but none is chosen",
                "Choose one, for example with `set(.mock(…), for:)`, or use the first with `undecided = .firstMock`."
            )
        }
        if let mock = own.first {
            let methods = Set(own.compactMap(\.method)).sorted().joined(separator: " and ")
            return (
                "has mocks in “\(name)” for \(methods) only",
                "Put one for \(request.method) beside them, such as “\(mock.folder.dropFirst())/success_name.json”."
            )
        }
        let paths = Set(index.mocks.filter { !$0.isGeneral }.map(\.requestPath)).sorted()
        let meant = ("/" + path.joined(separator: "/")).closest(among: paths).map { "Did you mean “\($0)”? " } ?? ""
        // Percent-encoded, as the name of a directory can be.
        let place = (request.path.split(separator: "/") + ["success_name.json"]).joined(separator: "/")
        return ("has no mock in “\(name)”", "\(meant)Put one there, such as “\(place.shortened(to: 120))”.")
    }
}
