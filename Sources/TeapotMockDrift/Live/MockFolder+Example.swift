import Foundation
import TeapotMock
package import TeapotMockFolders

extension MockFolder {
    /// The path and query of a `GET` request that a mock of the folder answers, without a query if possible, or `nil`
    /// if there's no such mock.
    package var exampleTarget: String? {
        let targets = mocks.lazy.compactMap(\.exampleTarget)
        return targets.first { !$0.contains("?") } ?? targets.first
    }
}

extension MockFolder.Mock {
    fileprivate var exampleTarget: String? {
        guard isSuccess, !isGeneral, !isWebSocket, method ?? "GET" == "GET", let base = URL(string: "http://localhost")
        else { return nil }
        let variables = requestPath.split(separator: "/").map(String.init).filter(AnyText.isVariable)
        let values = variables.map { ($0.dropFirst().dropLast().lowercased(), "1") }
        let known = Dictionary(values) { first, _ in first }
        guard let request = try? LiveRequest(for: condition, at: requestPath, values: known, below: base) else {
            return nil
        }
        let own = Request(method: "GET", path: request.path, query: request.query)
        return condition?.isMet(by: own) ?? true ? request.target : nil
    }
}
