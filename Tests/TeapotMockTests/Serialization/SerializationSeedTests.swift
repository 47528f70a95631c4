import Teapot
import TeapotMock
import TeapotTestSupport
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
}
