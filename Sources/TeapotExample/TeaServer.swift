import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

/// A substitute for the real service, small enough to run in the same process.
actor TeaServer {
    private var teas = [Tea(id: 1, name: "Assam"), Tea(id: 2, name: "Sencha"), Tea(id: 3, name: "Yunnan")]

    func answer(_ request: Request) throws -> Response {
        let segments = request.path.split(separator: "/").map(String.init)
        switch (request.method, segments.first, segments.count) {
        case ("GET", "teas", 1):
            return try .encoding(teas)
        case ("POST", "teas", 1):
            let tea = try JSONDecoder().decode(Tea.self, from: request.body)
            teas.append(tea)
            return try .encoding(tea, status: .created)
        case (_, "teas", 2):
            guard let index = teas.firstIndex(where: { "\($0.id)" == segments[1] }) else {
                return Response(status: .notFound)
            }
            return try change(index, request)
        case ("GET", "teas", 3):
            return Response(headers: ["Content-Type": "image/png"], body: Samples.picture)
        case ("GET", "account", 1):
            guard request.headers["Authorization"] == "Basic YWRhOmxvdmVsYWNl" else {
                let challenge: Teapot.HeaderFields = ["WWW-Authenticate": "Basic realm=\"Teas\""]
                return Response(status: .unauthorized, headers: challenge)
            }
            return try .encoding(Account(name: "Ada", points: 12))
        default:
            return Response(status: .notFound)
        }
    }

    private func change(_ index: Int, _ request: Request) throws -> Response {
        switch request.method {
        case "PATCH":
            teas[index].name = try JSONDecoder().decode([String: String].self, from: request.body)["name"] ?? ""
            return try .encoding(teas[index])
        case "DELETE":
            teas.remove(at: index)
            return Response(status: .noContent)
        default:
            return Response(status: .methodNotAllowed)
        }
    }
}

extension Response {
    fileprivate static func encoding(_ value: some Encodable, status: Teapot.StatusCode = .ok) throws -> Response {
        Response(
            status: status, headers: ["Content-Type": "application/json"], body: try JSONEncoder().encode(value))
    }
}
