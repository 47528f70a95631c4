import Foundation
import Teapot
package import TeapotMock
import TeapotMockDocuments

extension Switchboard {
    /// Returns the reason a request isn't answered, and a suggestion, or `nil` if the request isn't for the
    /// switchboard.
    package func explanation(for request: Request) -> (reason: String, suggestion: String)? {
        guard isOn, let folder else { return nil }
        let (name, index) = (folder.directory.lastPathComponent, folder.index)
        if let problem = index.problems.first(where: { $0.file == "." }) {
            return ("has no mock: \(problem.reason)", "Create it, or give the `MockFolder` another directory.")
        }
        if setting(for: request) == .unanswered { return Self.excluded }
        if index.firstMock(for: request) != nil {
            let advice = "Choose a mock for its path, or let the first match answer all other requests."
            return ("has mocks in “\(name)”\(Self.unchosen)", advice)
        }
        if let (mock, count, differences) = index.nearMiss(for: request) {
            let list = differences.prefix(3).map(\.description).joined(separator: "; ")
            return (
                "has \(String(counting: count, "mock")) in “\(name)”, but the conditions don't match",
                "The nearest is “\(mock.path)”: \(list). Conditions are in “\(ConditionFile.fileName)” next to the mock."
            )
        }
        let own = index.candidates(for: request).map { index.mocks[$0] }
        let (method, methods) = (request.method, MockFileName.methods)
        if method != method.uppercased() {
            return ("has a method in lowercase", "Send \(method.uppercased()): methods are case-sensitive.")
        }
        let verb = methods.contains(method) ? nil : method.closest(among: methods).map { "Did you mean \($0)? " }
        let (place, entry) = addition(to: index, for: request)
        if !own.isEmpty, request.asksForWebSocket {
            let script = place.dropLast(".json".count) + ".ws.json"
            return ("asks for a WebSocket, but “\(name)” has no script for it", "Add one, such as “\(script)”.")
        }
        if !own.isEmpty {
            let others = Set(own.flatMap { $0.method.map { [$0] } ?? ["GET", "HEAD"] }).sorted()
            let advice = "\(verb ?? "")Add one for \(method), such as “\(place)”\(entry)."
            return ("has mocks in “\(name)”, but they answer only \(others.asList)", advice)
        }
        let folders = place.split(separator: "/").dropLast()
        if let broken = index.problems.first(where: { $0.file.split(separator: "/").dropLast() == folders }) {
            return ("has no mock in “\(name)”", "Correct \(broken).")
        }
        let paths = index.mocks.filter { !$0.isGeneral }.map { Self.path($0.requestPath, as: request.path) }.sorted()
        let meant = ("/" + Request.segments(of: request.path).joined(separator: "/")).closest(among: paths)
        let advice = "Add a mock, such as “\(place.shortened(to: 120))”\(entry)."
        return ("has no mock in “\(name)”", (meant.map { "Did you mean “\($0)”? " } ?? "") + advice)
    }

    /// Returns the path of a file that would answer a request, and the rest of the sentence about it.
    ///
    /// A file's name can't state every method, and the names of some directories are special or mapped.
    private func addition(to index: MockIndex, for request: Request) -> (place: String, entry: String) {
        let (method, own, path) = (request.method, directory(for: request), request.path.shortened(to: 120))
        let isSpecial = own.lowercased() == "general" || "/\(own)".contains("/.")
        guard MockFileName.methods.contains(method), !isSpecial, index.isPath(of: own, for: request) else {
            let entry = #"{"success_name.json": {"method": "\#(method)", "exactPath": \#(path.debugDescription)}}"#
            return ("success_name.json", " with \(entry) in “\(ConditionFile.fileName)”")
        }
        let file = "success_\(["GET", "HEAD"].contains(method) ? "" : method + "_")name.json"
        return (own.isEmpty ? file : "\(own)/\(file)", "")
    }

    /// The explanation for a request that's set to get no mock.
    private static let excluded = ("has a setting for its path, so no mock answers", "Remove it, or choose a mock.")

    /// The end of the reason for a request that matching mocks would answer if ``undecided`` let them.
    package static let unchosen = ", but none is chosen"

    /// Returns the path below the folder of the directory for another mock for a request, such as `users/{id}`.
    package func directory(for request: Request) -> String {
        if let index = folder?.index, let mock = index.candidates(for: request).first {
            return String(index.mocks[mock].folder.dropFirst())
        }
        // The path is percent-encoded, like the name of a directory. A number is probably one of many.
        return request.path.split(separator: "/").map { $0.allSatisfy(\.isNumber) ? "{id}" : $0 }.joined(separator: "/")
    }

    /// Returns the request path of mocks, with the segments of a request's path in place of those in braces.
    private static func path(_ requestPath: String, as path: String) -> String {
        let (own, segments) = (requestPath.split(separator: "/"), path.split(separator: "/"))
        guard own.count == segments.count else { return requestPath }
        return "/" + zip(own, segments).map { AnyText.isVariable(String($0)) ? $1 : $0 }.joined(separator: "/")
    }
}
