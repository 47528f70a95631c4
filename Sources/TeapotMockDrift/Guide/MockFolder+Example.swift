import Foundation
import TeapotMock
package import TeapotMockFolders

extension MockFolder {
    /// The path and query of a `GET` request that a valid mock of the folder answers, without a query if possible, or
    /// `nil` if there's none.
    package var exampleTarget: String? {
        let targets = mocks.lazy.compactMap { self.exampleTarget(of: $0) }
        return targets.first { !$0.contains("?") } ?? targets.first
    }

    private func exampleTarget(of mock: Mock) -> String? {
        guard mock.isSuccess, !mock.isGeneral, !mock.isWebSocket, mock.method ?? "GET" == "GET",
            let base = URL(string: "http://localhost")
        else { return nil }
        let variables = mock.requestPath.split(separator: "/").map(String.init).filter(AnyText.isVariable)
        let values = variables.map { ($0.dropFirst().dropLast().lowercased(), "1") }
        let known = Dictionary(values) { first, _ in first }
        let live = try? LiveRequest(for: mock.condition, at: mock.requestPath, values: known, below: base)
        guard let live else { return nil }
        let own = Request(method: "GET", path: live.path, query: live.query)
        return firstMock(for: own)?.problems.isEmpty == true ? live.target : nil
    }
}
