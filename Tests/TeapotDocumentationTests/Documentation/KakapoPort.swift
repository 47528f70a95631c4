// swift-format-ignore-file
import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing

// What Kakapo's README and its demo do, in Kakapo's spellings. A line that had to change says what it was;
// the `any` before a protocol is a setting of this package.

private protocol Likeable: Storable, Serializable {
    var likes: [Like] { get set }
}

private struct Member: Storable, Serializable {
    let id: String
    let firstName: String

    init(id: String, store: Store) {
        self.id = id
        self.firstName = "Ada"
    }
}

private struct Like: Storable, Serializable {
    let id: String
    let author: Member

    init(id: String, author: Member) {
        self.id = id
        self.author = author
    }

    init(id: String, store: Store) {
        self.init(id: id, author: store.create(Member.self).first!)
    }
}

private struct Review: Likeable {
    let id: String
    let text: String
    let author: Member
    let rating: PropertyPolicy<Int>
    var likes: [Like]

    init(id: String, text: String, author: Member) {
        self.id = id
        self.text = text
        self.author = author
        self.rating = .null
        self.likes = []
    }

    init(id: String, store: Store) {
        self.init(id: id, text: "A fine tea", author: member)
    }
}

private enum Outcome: ResponseFieldsProvider {
    case success(String)
    case error(String, Int)

    var statusCode: Int {
        switch self {
        case let .error(_, code):
            return code
        default:
            return 200
        }
    }

    var body: any Serializable {
        switch self {
        case let .success(value):
            return ["success": value]
        case let .error(value, _):
            return ["error": value]
        }
    }

    var headerFields: [String: String]? {
        return nil
    }
}

private struct Leaf: JSONAPIEntity {
    let id: String
    let name: String
}

private struct Blend: JSONAPIEntity {
    let id: String
    let name: String
    let leaves: [Leaf]
}

private let router = Router.register("https://teaclub.test/api/")
private let store = Store()
private let member = store.create(Member.self).first!

@available(*, deprecated)
private func mockNetwork() {
    store.create(Review.self, number: 20)

    @Sendable func update<T: Storable & Serializable>(_ entity: T) -> any Serializable {  // Swift 6, was: func
        do {
            try store.update(entity)
            return entity
        } catch {
            return Outcome.error("couldn't update \(entity.id)", 500)
        }
    }

    @Sendable func like<T: Likeable>(_ type: T.Type, with request: Request) -> any Serializable {  // Swift 6, was: func
        var likeable = store.find(type.self, id: request.components["id"]!)!
        let like = store.insert { Like(id: $0, author: member) }
        likeable.likes.append(like)
        return update(likeable)
    }

    router.post("entity/:type/:id/like") { (request) -> (any Serializable)? in
        guard request.components["type"] == "review" else { return Outcome.error("Invalid type", 403) }
        return like(Review.self, with: request)
    }

    router.get("reviews") { (request) -> (any Serializable)? in
        return store.findAll(Review.self)
    }

    router.get("/reviews/:id") { request in
        return store.find(Review.self, id: request.components["id"]!)
    }

    router.post("reviews") { (request) -> (any Serializable)? in
        let body = try! JSONSerialization.jsonObject(with: request.httpBody!) as! [String: String]
        guard request.httpHeaders!["Accept-Language"] == "en" else { return Outcome.error("In English, please", 406) }
        return store.insert { (id) -> Review in
            return Review(id: id, text: body["text"]!, author: member)
        }
    }

    router.del("reviews/:id") { (request) -> (any Serializable)? in
        let review = store.find(Review.self, id: request.components["id"]!)!
        try! store.delete(review)

        return Outcome.success("deleted")
    }

    router.get("/club") { request in
        return ["id": 2, "name": "Tea Club", "page": request.queryParameters.first?.value ?? "1"]
    }

    router.get("/members/:id") { request in
        return SnakecaseTransformer(member)
    }

    router.put("/members/:id") { request in
        return Response(statusCode: 400, body: member, headerFields: ["access_token": "094850348502"])
    }

    router.get("/blends/:id") { request in
        let leaves = [Leaf(id: "33", name: "Assam"), Leaf(id: "44", name: "Ceylon")]
        let blend = Blend(id: "11", name: "Breakfast", leaves: leaves)
        return JSONAPISerializer(blend)
    }

    router.get("/broken") { request in
        return JSONAPIError(statusCode: 418) { error in
            error.title = "I'm a teapot"
        }
    }
}

@Suite(.inTurn) struct `Kakapo's port` {
    private func call(_ method: String, _ path: String, _ body: String? = nil) async throws -> (JSON?, HTTPURLResponse) {
        var request = URLRequest(url: try #require(URL(string: "https://teaclub.test/api/" + path)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        request.setValue("en", forHTTPHeaderField: "Accept-Language")
        let (data, response) = try await URLSession.shared.data(for: request)
        return (try? JSON(parsing: data), try #require(response as? HTTPURLResponse))
    }

    @available(*, deprecated)
    @Test func `the demo's and the README's routes answer`() async throws {
        mockNetwork()
        defer { Router.unregister("https://teaclub.test/api/") }

        #expect(try await call("GET", "reviews").0?.array?.count == 20)
        let (made, _) = try await call("POST", "reviews", #"{"text": "Rather weak"}"#)
        let id = try #require(made?["id"] as? String)
        #expect(made?["text"] as? String == "Rather weak")
        #expect(made?["rating"] is NSNull)
        #expect(try await call("POST", "entity/review/\(id)/like").0?["likes", 0, "author", "firstName"] as? String == "Ada")
        #expect(try await call("POST", "entity/cup/\(id)/like").1.statusCode == 403)
        #expect(try await call("GET", "reviews/\(id)").0?["likes"] as? [any Sendable] != nil)
        #expect(try await call("DELETE", "reviews/\(id)").0 == ["success": "deleted"])
        #expect(try await call("GET", "reviews/\(id)").1.statusCode == 404)

        #expect(try await call("GET", "club?page=7").0 == ["id": 2, "name": "Tea Club", "page": "7"])
        #expect(try await call("GET", "members/0").0?["first_name"] as? String == "Ada")
        let (_, refused) = try await call("PUT", "members/0")
        #expect(refused.statusCode == 400)
        #expect(refused.value(forHTTPHeaderField: "access_token") == "094850348502")
        let (blend, _) = try await call("GET", "blends/11")
        #expect((blend?["included"] as? [any Sendable])?.count == 2)
        let (broken, teapot) = try await call("GET", "broken")
        #expect(teapot.statusCode == 418)
        #expect(broken?["errors", 0, "title"] as? String == "I'm a teapot")
    }

    @available(*, deprecated)
    @Test func `a policy serializes in three ways`() {
        #expect(PropertyPolicy<Int>.None.serialized() == nil)
        #expect(PropertyPolicy<Int>.Null.serialized() is NSNull)
        #expect(PropertyPolicy<Int>.Some(1).serialized() as? Int == 1)
    }
}
