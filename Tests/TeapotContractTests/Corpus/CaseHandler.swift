import Foundation
import Teapot
import TeapotMock

/// A handler, by its name in case files.
///
/// Each represents one form of handler that ``Router.Verb`` accepts, and is registered as a test would register it.
enum CaseHandler: String, CaseIterable, Sendable {
    /// The method as text.
    case echoMethod = "echo method"
    /// The path as it was sent.
    case echoPath = "echo path"
    /// The components as a JSON object.
    case echoComponents = "echo components"
    /// The query's items as `[[name, value], …]`; an item without a value has only the name.
    case echoQuery = "echo query"
    /// The first value and all values of the item `a`: `{"first": …, "all": […]}`.
    case echoQueryValues = "echo query values"
    /// The headers by lowercased names, except `Accept` and those that a network adds.
    case echoHeaders = "echo headers"
    /// The body's bytes, of the request's media type.
    case echoBody = "echo body"
    /// The fields of the form in the body as `[[name, value], …]`.
    case echoForm = "echo form"
    /// The JSON document in the body, or a status of 400 if there is none.
    case echoJSON = "echo json"
    /// The body decoded as `{"name": …, "cups": …}`, with one cup more for each.
    case decode = "decode"
    /// Like `echo components`, asynchronously.
    case asyncComponents = "async echo components"
    /// A dictionary literal with text, numbers, lists, dictionaries and `nil`.
    case dictionary = "dictionary"
    /// An array literal.
    case array = "array"
    /// A value that is `Encodable`: `{"name": "Assam", "cups": 2}`.
    case encodable = "encodable"
    /// A list of such values.
    case encodableList = "encodable list"
    /// The tea whose name is the component `name`, if there is one.
    case found = "found"
    /// Like `found`, asynchronously.
    case asyncFound = "async found"
    /// No value.
    case nothing = "nothing"
    /// No value, asynchronously.
    case asyncNothing = "async nothing"
    /// An error.
    case failing = "throws"
    /// An error, asynchronously.
    case asyncFailing = "async throws"
    /// A value that is ``Serializable``: a person with the component `id`.
    case serializable = "serializable"
    /// The same person with names in `snake_case`.
    case snakecase = "snakecase"
    /// A value whose properties are ``PropertyPolicy/some(_:)``, ``PropertyPolicy/null`` and ``PropertyPolicy/none``.
    case policies = "property policies"
    /// The same person with the status 400 and the field `access_token`.
    case fields = "response fields"
    /// A JSON:API document of an owner and his cats.
    case document = "json:api"
    /// A JSON:API document of the cats.
    case documentOfMany = "json:api list"
    /// A JSON:API error of status 404.
    case documentOfError = "json:api error"
    /// A JSON:API error of status 422 that is thrown asynchronously.
    case failingWithDocument = "async throws json:api error"

    init(_ name: CaseValue) throws(CaseError) {
        guard let handler = Self(rawValue: try name.text()) else {
            throw name.error("is no handler; there are \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self = handler
    }
}

/// The result of the handlers that return a custom value.
struct Tea: Codable, Sendable {
    var name: String
    var cups: Int

    static let all = [Tea(name: "Assam", cups: 2), Tea(name: "Sencha", cups: 1)]
}

/// The error of the handlers that fail.
enum TeaError: Error {
    case spilt
}

extension CaseHandler {
    /// Registers the function for a route.
    func register(_ verb: Router.Verb, _ path: String, times: Int?, delay: Double) {
        switch self {
        case .echoMethod:
            verb(path, times: times, delay: delay) { request in Response(body: Data(request.method.utf8)) }
        case .echoPath:
            verb(path, times: times, delay: delay) { request in Response(body: Data(request.path.utf8)) }
        case .echoComponents:
            verb(path, times: times, delay: delay) { request in request.components }
        case .echoQuery:
            verb(path, times: times, delay: delay) { request in request.query.map(\.pair) }
        case .echoQueryValues:
            verb(path, times: times, delay: delay) { request -> Response in
                ["first": request.queryValue("a"), "all": request.queryValues("a")]
            }
        case .echoHeaders:
            verb(path, times: times, delay: delay) { request in request.headers.echoed }
        case .echoBody:
            verb(path, times: times, delay: delay) { request in
                .data(request.body, contentType: request.headers["Content-Type"] ?? "text/plain")
            }
        case .echoForm:
            verb(path, times: times, delay: delay) { request in request.form.map(\.pair) }
        case .echoJSON:
            verb(path, times: times, delay: delay) { request in request.json.map { .json($0) } ?? .status(400) }
        case .decode:
            verb(path, times: times, delay: delay) { request in
                var tea = try request.decode(Tea.self)
                tea.cups += 1
                return tea
            }
        default: registerValue(verb, path, times, delay)
        }
    }

    private func registerValue(_ verb: Router.Verb, _ path: String, _ times: Int?, _ delay: Double) {
        switch self {
        case .dictionary:
            verb(path, times: times, delay: delay) { request in
                [
                    "id": request["id"], "name": "Joan", "age": 28, "partner": nil, "cups": [1, 2.5, true],
                    "home": ["no": 1],
                ]
            }
        case .array:
            verb(path, times: times, delay: delay) { _ in [1, "two", nil, [3.5, false], ["four": 4]] }
        case .encodable:
            verb(path, times: times, delay: delay) { _ in Tea.all[0] }
        case .encodableList:
            verb(path, times: times, delay: delay) { _ in Tea.all }
        case .found:
            verb(path, times: times, delay: delay) { request in Tea.all.first { $0.name == request["name"] } }
        case .nothing:
            verb(path, times: times, delay: delay) { _ in }
        case .failing:
            verb(path, times: times, delay: delay) { _ -> Response in throw TeaError.spilt }
        case .asyncComponents, .asyncFound, .asyncNothing, .asyncFailing: registerWaiting(verb, path, times, delay)
        default: registerKakapos(verb, path, times, delay)
        }
    }

    private func registerWaiting(_ verb: Router.Verb, _ path: String, _ times: Int?, _ delay: Double) {
        switch self {
        case .asyncComponents:
            verb(path, times: times, delay: delay) { request in
                await Task.yield()
                return request.components
            }
        case .asyncFound:
            verb(path, times: times, delay: delay) { request in
                await Task.yield()
                return Tea.all.first { $0.name == request["name"] }
            }
        case .asyncNothing:
            verb(path, times: times, delay: delay) { _ in await Task.yield() }
        default:
            verb(path, times: times, delay: delay) { _ -> Response in
                await Task.yield()
                throw TeaError.spilt
            }
        }
    }
}

extension URLQueryItem {
    /// The name and, if there is one, the value.
    fileprivate var pair: [String] { [name] + (value.map { [$0] } ?? []) }
}

extension Teapot.HeaderFields {
    /// The fields that a caller set, by lowercased names.
    fileprivate var echoed: [String: String] {
        var fields: [String: String] = [:]
        for field in comparable where !field.name.isSameHeaderName(as: "Accept") {
            fields[field.name.lowercased()] = field.value
        }
        return fields
    }
}
