import Teapot
import TeapotMock

/// A case of the contract: a mock, what it is asked, and what it is to answer, whichever way it is reached.
///
/// One JSON file each, in a folder of `TestResources/Contract` by its subject. Every expected response is written from
/// the specification or documentation that `follows` names, not from what was seen. A key that is not listed here is an
/// error, as is anything else that is not as it should be; it names the file and the line.
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
/// - `title`: What is the case, in a sentence.
/// - `follows`: The section or the declaration that says so.
/// - `base`: The router's base URL. Of a base with a host a server looks at the path alone.
/// - `origin`: Where the carriers without a socket send to; else to the host of the base, or `https://mock.test`.
/// - `mock`: The routes, in the order in which they are registered; see ``CaseRoute``.
/// - `requests`: What is sent, one after the other; see ``CaseRequest``.
struct ContractCase: Sendable {
    var title: String
    var follows: String
    var base: String
    var origin: String?
    var routes: [CaseRoute]
    var requests: [CaseRequest]
    /// All but the title and its source, to tell two cases apart.
    var substance: JSON

    /// Reads a case.
    ///
    /// - Parameters:
    ///   - text: The file's bytes.
    ///   - file: The file's name for errors.
    /// - Throws: ``CaseError``.
    init(_ text: Data, file: String) throws(CaseError) {
        let whole = try CaseValue(text, file: file)
        let members = try whole.members("title", "follows", "base", "origin", "mock", "requests")
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
