import Teapot
import TeapotMock
import Testing

/// The samples of Kakapo's README about serialization, in the current spelling.
@Suite struct `Kakapo's samples of serialization` {
    struct User: Serializable {
        let name: String
    }

    let user = User(name: "Alex")

    @Test func `A value`() {
        let serializedUser = user.serialized()
        #expect(serializedUser as? [String: String] == ["name": "Alex"])
    }

    @Test func `An array and a dictionary`() {
        let serializedUserArray = [user].serialized()
        #expect(serializedUserArray as? [[String: String]] == [["name": "Alex"]])
        let serializedUserDictionary = ["test": user].serialized()
        #expect(serializedUserDictionary as? [String: [String: String]] == ["test": ["name": "Alex"]])
    }

    @Test func `An optional`() {
        #expect(Optional(user).serialized() as? [String: String] == ["name": "Alex"])
        #expect(Optional<User>.none.serialized() == nil)
    }

    @Test func `A property policy`() {
        #expect(PropertyPolicy<Int>.none.serialized() == nil)
        #expect(PropertyPolicy<Int>.null.serialized() is NSNull)
        #expect(PropertyPolicy<Int>.some(1).serialized() as? Int == 1)
    }

    @Test func `A transformer`() {
        struct User: Serializable {
            let userName: String
        }
        let user = User(userName: "Alex")
        let serialized = SnakecaseTransformer(user).serialized()
        #expect(serialized as? [String: String] == ["user_name": "Alex"])
    }

    @Test func `A response with fields`() throws {
        let response = Response(statusCode: 400, body: user, headerFields: ["access_token": "094850348502"])
        #expect(response.status == 400)
        #expect(response.headerFields["access_token"] == "094850348502")
        #expect(response.headerFields["Content-Type"] == "application/json")
        #expect(response.body == Data(#"{"name":"Alex"}"#.utf8))
        #expect(response.fault == nil)
    }

    @Test func `A dictionary that a handler returns`() throws {
        let answer: [String: Any] = ["id": 2, "name": "Kakapo"]
        #expect(try text(Response(answering: answer)) == #"{"id":2,"name":"Kakapo"}"#)
        #expect(try text(Response(answering: ["status": "success"])) == #"{"status":"success"}"#)
    }

    @Test func `A JSON API entity`() throws {
        struct Cat: JSONAPIEntity {
            let id: String
            let name: String
        }
        struct User: JSONAPIEntity {
            let id: String
            let name: String
            let cats: [Cat]
        }
        let cats = [Cat(id: "33", name: "Joan"), Cat(id: "44", name: "Hez")]
        let user = User(id: "11", name: "Alex", cats: cats)
        let document = try Response(answering: JSONAPISerializer(user))
        let expected: JSON = [
            "data": [
                "type": "user", "id": "11", "attributes": ["name": "Alex"] as JSON,
                "relationships": [
                    "cats": ["data": [["type": "cat", "id": "33"], ["type": "cat", "id": "44"]] as JSON] as JSON
                ] as JSON,
            ] as JSON,
            "included": [
                ["type": "cat", "id": "33", "attributes": ["name": "Joan"]] as JSON,
                ["type": "cat", "id": "44", "attributes": ["name": "Hez"]] as JSON,
            ] as JSON,
        ]
        #expect(try JSON(parsing: document.body) == expected)
        #expect(document.headerFields["Content-Type"] == "application/vnd.api+json")
        #expect(JSONAPIValidator.problems(in: document.body) == [])
    }
}

/// Returns a response's body as text.
func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

/// Returns a value's JSON as text, with sorted members.
func text(_ value: Any?) throws -> String {
    String(decoding: try JSON.data(from: Response.jsonValue(of: value), .sortedKeys), as: UTF8.self)
}

/// Returns the reason why a value is refused; `nil` if it is not.
func refusal(of value: Any?) -> String? {
    do throws(TeapotError) { _ = try Response.jsonValue(of: value) } catch {
        guard error.type == .invalidPayload else { return "another error: \(error)" }
        return error.description.replacingOccurrences(of: "An error occurred: request body is invalid. ", with: "")
    }
    return nil
}
