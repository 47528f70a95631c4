import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

/// A site with pages of lists, requests with bodies, cookies, and bodies of many types.
enum RecordedSite {
    /// A request to the site.
    struct Visit: Sendable, CustomStringConvertible {
        let method: String
        let target: String
        var headers: [String: String] = [:]
        var body = ""

        var description: String { "\(method) \(target) \(body)" }
    }

    /// The site's answers to a visit.
    struct Answer: Equatable {
        let status: Int
        let type: String?
        let body: Data
    }

    /// The requests of a visitor: 40 different ones.
    static let visits: [Visit] =
        (1...10).map { Visit(method: "GET", target: "/items?page=\($0)&sort=name") }
        + ["tea", "milk", "a b", "", "tée"].map { query in
            Visit(
                method: "POST", target: "/search", headers: ["Content-Type": "application/json"],
                body: #"{"q": "\#(query)", "n": 1.0}"#)
        }
        + ["a=1", "a=2"].map { form in
            Visit(
                method: "POST", target: "/form", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: form)
        }
        + ["index.html", "about.html", "a.css", "a.js", "logo.png", "clip.mp4", "a.svg", "a.txt", "a.csv", "feed.xml"]
        .map {
            Visit(method: "GET", target: "/files/\($0)")
        }
        + [
            Visit(method: "GET", target: "/files/a%2Fb%20c"), Visit(method: "GET", target: "/files/tee%CC%81"),
            Visit(method: "GET", target: "/me"),
            Visit(method: "GET", target: "/me", headers: ["Cookie": "user=ada"]),
            Visit(method: "POST", target: "/login", body: "hello"), Visit(method: "DELETE", target: "/items/1"),
            Visit(method: "PUT", target: "/items/2", headers: ["Content-Type": "application/json"], body: "{}"),
            Visit(method: "PATCH", target: "/items/2", headers: ["Content-Type": "application/json"], body: "[1]"),
            Visit(method: "GET", target: "/items/3"), Visit(method: "GET", target: "/users/3"),
            Visit(method: "GET", target: "/missing"), Visit(method: "GET", target: "/numbers"),
            Visit(method: "GET", target: "/a%20b?c=%2F&d=%5B1%5D"),
        ]

    /// Requests that the visitor didn't make.
    static let others: [Visit] = [
        Visit(method: "GET", target: "/items?page=11&sort=name"), Visit(method: "GET", target: "/items"),
        Visit(method: "GET", target: "/items/4"), Visit(method: "GET", target: "/users/7/items/3"),
        Visit(method: "PUT", target: "/login", body: "hello"), Visit(method: "GET", target: "/files/a/b%20c"),
    ]

    /// JSON with numbers that no computer can represent.
    static let numbers = "{ \"b\": 1.0, \"a\": [12345678901234567890123, 1e2, -0.0, 0.1000] }\n"

    static func server() -> Server {
        let router = Router()
        router.get("/items") { request in
            .data(
                Data(#"{"page": \#(request.queryValue("page") ?? "0"), "price": 1.50}"#.utf8),
                contentType: "application/json")
        }
        router.get("/items/3", with: .json(["id": 3]))
        router.get("/users/3", with: .json(["user": 3]))
        router.delete("/items/:id", with: .status(204))
        router.put("/items/:id", with: .status(200, headers: ["ETag": "\"7\""]))
        router.patch("/items/:id", handler: { .data($0.body, contentType: "application/json") })
        router.post("/search") { request in
            .data(
                Data(#"{"found": "\#(request.json?.dictionary?["q"] as? String ?? "-")"}"#.utf8),
                contentType: "application/json")
        }
        router.post("/form") { .data($0.body, contentType: "text/plain; charset=utf-8") }
        router.get("/files/:name") { request in
            let name = request["name"] ?? ""
            let type = [
                "html": "text/html", "css": "text/css", "js": "text/javascript", "png": "image/png", "mp4": "video/mp4",
                "svg": "image/svg+xml", "csv": "text/csv", "xml": "application/xml",
            ]
            let body = name.hasSuffix(".png") || name.hasSuffix(".mp4") ? Data((0..<600).map { UInt8($0 % 256) }) : nil
            return .data(
                body ?? Data("<a>\(name)</a>\r\n".utf8),
                contentType: type[String(name.split(separator: ".").last ?? "")] ?? "text/plain")
        }
        router.get("/me") { request in
            guard let cookie = request.headers["Cookie"] else { return .json(["user": "nobody"], status: 401) }
            return .text("Hello, \(cookie.hasPrefix("user=") ? "you" : "stranger")")
        }
        router.post(
            "/login",
            with: .status(
                204, headers: ["Set-Cookie": "user=plum7Tart; Path=/; HttpOnly", "Set-Cookie": "theme=dark"]))
        router.get("/numbers", with: .data(Data(numbers.utf8), contentType: "application/json"))
        // A diagnosis by the router would contain the headers, whose order varies.
        router.get("/missing", with: .json(["error": "none"], status: 404))
        router.get("/a b", handler: { .text($0.queryText) })
        return Server(router: router)
    }

    /// Returns a server's answers to a visit.
    static func answer(to visit: Visit, at url: String) async throws -> Answer {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        guard let target = URL(string: url + visit.target) else { throw URLError(.badURL) }
        var request = URLRequest(url: target)
        request.httpMethod = visit.method
        for (name, value) in visit.headers { request.setValue(value, forHTTPHeaderField: name) }
        if !visit.body.isEmpty { request.httpBody = Data(visit.body.utf8) }
        let (data, response) = try await session.data(for: request)
        let answer = response as? HTTPURLResponse
        return Answer(
            status: answer?.statusCode ?? 0, type: answer?.value(forHTTPHeaderField: "Content-Type"), body: data)
    }
}
