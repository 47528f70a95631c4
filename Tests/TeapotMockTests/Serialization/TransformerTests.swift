import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A serialization transformer` {
    struct Uppercase<Wrapped: Serializable>: SerializationTransformer {
        let wrapped: Wrapped
        func transform(key: String) -> String { key.uppercased() }
    }
    struct LowercaseFirst<Wrapped: Serializable>: SerializationTransformer {
        let wrapped: Wrapped
        func transform(key: String) -> String { key.prefix(1).lowercased() + key.dropFirst() }
    }
    struct User: Serializable { let name = "Alex" }
    struct Friend: Serializable { let friends = [User()] }

    @Test(arguments: [
        ("userName", "user_name"), ("userNameOfALuckyUser", "user_name_of_a_lucky_user"),
        ("ALuckyUseR", "a_lucky_use_r"),
        ("something", "something"), ("URLString", "url_string"), ("baseURL", "base_url"), ("userID", "user_id"),
        ("userIDs", "user_ids"), ("URLsByName", "urls_by_name"), ("HTTPServer2", "http_server2"),
        ("ISO8601Date", "iso8601_date"),
        ("sha256Sum", "sha256_sum"), ("iOSVersion", "i_os_version"), ("user_name", "user_name"),
        ("_private", "_private"),
        ("user_Name", "user_name"), ("", ""), ("A", "a"), ("größeÄnderung", "größe_änderung"),
        ("already-kebab", "already-kebab"),
        ("isASet", "is_a_set"),
    ])
    func `snake case is supported`(key: String, expected: String) {
        #expect(SnakecaseTransformer(User()).transform(key: key) == expected)
    }

    @Test func `names are transformed at every level`() throws {
        #expect(try text(Uppercase(wrapped: Friend())) == #"{"FRIENDS":[{"NAME":"Alex"}]}"#)
        #expect(try text(Uppercase(wrapped: ["a": ["b": Friend()]])) == #"{"A":{"B":{"FRIENDS":[{"NAME":"Alex"}]}}}"#)
        #expect(try text(Uppercase(wrapped: Optional(Friend()))) == #"{"FRIENDS":[{"NAME":"Alex"}]}"#)
        #expect(try text(Uppercase(wrapped: PropertyPolicy.some(User()))) == #"{"NAME":"Alex"}"#)
        #expect(try text(Uppercase(wrapped: ["a": 1] as JSON)) == #"{"A":1}"#)
    }

    @Test func `transformers nest, the innermost first`() throws {
        let outer = LowercaseFirst(wrapped: Uppercase(wrapped: Friend()))
        #expect(try text(outer) == #"{"fRIENDS":[{"nAME":"Alex"}]}"#)
        #expect(try text(Uppercase(wrapped: LowercaseFirst(wrapped: Friend()))) == #"{"FRIENDS":[{"NAME":"Alex"}]}"#)
        #expect(try text([SnakecaseTransformer(["aB": SnakecaseTransformer(["cD": 1])])]) == #"[{"a_b":{"c_d":1}}]"#)
    }

    @Test func `an encoding's names are transformed, too`() throws {
        struct Coded: Serializable, Encodable {
            let userName = "Alex"
            let nestedValues = [["innerKey": 1]]
        }
        #expect(
            try text(SnakecaseTransformer(Coded()))
                == #"{"nested_values":[{"inner_key":1}],"user_name":"Alex"}"#)
    }

    @Test func `two names that become the same are refused`() {
        let members = ["userName": 1, "user_name": 2]
        #expect(refusal(of: SnakecaseTransformer(members)) == "user_name: two members have this name")
        struct Coded: Serializable, Encodable {
            let userName = 1
            let user_name = 2
        }
        #expect(refusal(of: SnakecaseTransformer(Coded())) == "user_name: two members have this name")
    }

    @Test func `a transformed value may be nil or provide headers`() throws {
        #expect(try Response(answering: SnakecaseTransformer(Optional<User>.none)).status == 404)
        struct Teapot: ResponseFieldsProvider {
            let statusCode = 418
            let body: any Serializable = ["isTeapot": true]
        }
        let response = try Response(answering: SnakecaseTransformer(Optional(Teapot())))
        #expect(response.status == 418)
        #expect(text(response) == #"{"is_teapot":true}"#)
    }
}
