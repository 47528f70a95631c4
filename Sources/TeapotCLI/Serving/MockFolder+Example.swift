import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

extension MockFolder {
    /// The path and query of a `GET` request that a mock of the folder answers, without a query if possible, or `nil`
    /// if there's no such mock.
    var exampleTarget: String? {
        let targets = mocks.lazy.compactMap(\.exampleTarget)
        return targets.first { !$0.contains("?") } ?? targets.first
    }
}

extension MockFolder.Mock {
    fileprivate var exampleTarget: String? {
        guard isSuccess, !isGeneral, !isWebSocket, method ?? "GET" == "GET" else { return nil }
        let segments = requestPath.split(separator: "/").map { $0.first == "{" && $0.last == "}" ? "1" : $0 }
        let path = condition?.exactPath ?? "/" + segments.joined(separator: "/")
        let query = condition?.query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        let items = condition?.exactQuery ?? query ?? []
        guard condition?.isMet(by: Request(method: "GET", path: path, query: items)) ?? true else { return nil }
        let texts = items.map { item in
            let name = PercentEncoding.encode(item.name, as: .queryItem)
            return item.value.map { name + "=" + PercentEncoding.encode($0, as: .queryItem) } ?? name
        }
        return texts.isEmpty ? path : path + "?" + texts.joined(separator: "&")
    }
}
