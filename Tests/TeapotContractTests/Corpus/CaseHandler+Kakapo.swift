import Teapot
import TeapotMock
import TeapotMockStore

/// The results of the handlers that respond as in Kakapo.
private struct Person: Serializable {
    let firstName = "Joan"
    let lastName = "Romano"
    let id: String?
}

private struct Profile: Serializable {
    let name = PropertyPolicy.some("Joan")
    let nickname = PropertyPolicy<String>.null
    let age = PropertyPolicy<Int>.none
}

private struct Cat: JSONAPIEntity {
    let id: String
    let name: String

    static let all = [Cat(id: "33", name: "Joan"), Cat(id: "44", name: "Hez")]
}

private struct Owner: JSONAPIEntity {
    let id: String
    let name: String
    let cats: [Cat]
}

extension CaseHandler {
    /// Registers a function whose result provides its own JSON, as in Kakapo.
    func registerKakapos(_ verb: Router.Verb, _ path: String, _ times: Int?, _ delay: Double) {
        switch self {
        case .serializable:
            verb(path, times: times, delay: delay) { request in Person(id: request["id"]) }
        case .snakecase:
            verb(path, times: times, delay: delay) { request in SnakecaseTransformer(Person(id: request["id"])) }
        case .policies:
            verb(path, times: times, delay: delay) { _ in Profile() }
        case .fields:
            verb(path, times: times, delay: delay) { request in
                Response(
                    statusCode: 400, body: Person(id: request["id"]), headerFields: ["access_token": "094850348502"])
            }
        case .document:
            verb(path, times: times, delay: delay) { request in
                JSONAPISerializer(Owner(id: request["id"] ?? "", name: "Alex", cats: Cat.all))
            }
        case .documentOfMany:
            verb(path, times: times, delay: delay) { _ in JSONAPISerializer(Cat.all) }
        case .documentOfError:
            verb(path, times: times, delay: delay) { _ in JSONAPIError(statusCode: 404) { $0.title = "Not found" } }
        default:
            verb(path, times: times, delay: delay) { _ -> Response in
                await Task.yield()
                throw JSONAPIError(statusCode: 422, headerFields: ["X-Error": "1"]) { error in
                    error.detail = "A cat has a name."
                    error.source = JSONAPIError.Source(pointer: "/data/attributes/name")
                }
            }
        }
    }
}
