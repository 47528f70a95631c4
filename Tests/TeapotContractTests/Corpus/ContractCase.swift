import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

/// A case of the contract: a mock, requests, and the expected responses, which are the same for every transport.
///
/// Each case is a JSON file in a folder of `TestResources/Contract` for its subject. Every expected response is written
/// from the specification or documentation that `follows` names, and not from observed behavior. A key that is not
/// listed here is an error, and so is any other invalid value; the error names the file and the line.
///
/// ```json
/// {
///   "title": "A variable stands for one segment, percent-decoded once",
///   "follows": "RFC 3986 §2.4",
///   "mock": [
///     { "route": "GET /users/:id", "handler": "echo components" }
///   ],
///   "requests": [
///     { "send": "GET /users/a%20b", "response": { "status": 200, "json": { "id": "a b" } } }
///   ]
/// }
/// ```
///
/// - `title`: The description of the case, in a sentence.
/// - `follows`: The section or the declaration that the case is based on.
/// - `base`: The router's base URL. A server uses only its path.
/// - `origin`: The origin for transports without a socket; by default the host of the base, or `https://mock.test`.
/// - `cors`: The router's CORS policy: `"any"`, or a list of origins.
/// - `mock`: The routes, in the order in which they are registered; see ``CaseRoute``.
/// - `requests`: The requests, sent one after the other; see ``CaseRequest``.
struct ContractCase: Sendable {
    var title: String
    var follows: String
    var base: String
    var origin: String?
    var cors: CORSPolicy?
    var routes: [CaseRoute]
    var requests: [CaseRequest]
    /// The case without its title and source, to find duplicate cases.
    var substance: JSON

    /// Creates a case by parsing a file.
    ///
    /// - Parameters:
    ///   - text: The file's bytes.
    ///   - file: The file's name for errors.
    /// - Throws: ``CaseError``.
    init(_ text: Data, file: String) throws(CaseError) {
        let whole = try CaseValue(text, file: file)
        let members = try whole.members("title", "follows", "base", "origin", "cors", "mock", "requests")
        guard let title = members["title"], let follows = members["follows"] else {
            throw whole.error("a case has a title, and says what it follows")
        }
        guard let mock = members["mock"], let requests = members["requests"] else {
            throw whole.error("a case has a mock, and requests")
        }
        self.title = try title.text()
        self.follows = try follows.text()
        base = try members["base"]?.text() ?? ""
        origin = try members["origin"]?.text()
        cors = try members["cors"].map { cors throws(CaseError) in
            if (try? cors.text()) == "any" { return .permissive }
            var origins: [String] = []
            for origin in try cors.elements() { origins.append(try origin.text()) }
            return CORSPolicy(origins: origins, methods: [.get, .put], headers: ["X-Tea"], maxAge: 60)
        }
        routes = []
        for route in try mock.elements() { routes.append(try CaseRoute(route)) }
        self.requests = []
        for request in try requests.elements() { self.requests.append(try CaseRequest(request)) }
        var substance = members.mapValues(\.value)
        substance["title"] = nil
        substance["follows"] = nil
        self.substance = .dictionary(substance)
    }
}
