import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockStore

@Suite(.inTurn) struct `A JSON API document` {
    class Member: JSONAPIEntity {
        class var type: String { "members" }
        let id: String
        var friends: [Member] = []
        var best: Member?
        init(_ id: String) { self.id = id }
    }
    final class Captain: Member {
        override class var type: String { "captains" }
        let rank = 1
    }
    struct Cat: JSONAPIEntity, Hashable {
        let id: String
        var name = "a"
    }
    struct Box<Content>: JSONAPIEntity {
        let id = "1"
        let content: Content
    }
    struct Many: JSONAPIEntity {
        let id = "1"
        let one: Cat? = nil
        let nullOne = PropertyPolicy<Cat>.null
        let noOne = PropertyPolicy<Cat>.none
        let some = PropertyPolicy.some(Cat(id: "3"))
        let none: [Cat] = []
        let nilCats: [Cat]? = nil
        let nullCats = PropertyPolicy<[Cat]>.null
        let noCats = PropertyPolicy<[Cat]>.none
        let optionals: [Cat?] = [Cat(id: "1"), nil]
        let set: Set = [Cat(id: "2"), Cat(id: "1")]
        let any: any JSONAPIEntity = Cat(id: "4")
        let anys: [any JSONAPIEntity] = []
        let noAny: (any JSONAPIEntity)? = nil
    }

    private func names(_ list: any Sendable) -> [String] {
        ((list as? [any Sendable]) ?? []).map { value in
            let object = value as? [String: any Sendable]
            return "\(object?["type"] ?? "?")/\(object?["id"] ?? "?")"
        }
    }

    private func included(_ serializer: some Serializable) throws -> [String]? {
        try document(serializer).dictionary?["included"].map { names($0) }
    }

    @Test func `each kind of relationship is serialized`() throws {
        let resource = try #require(
            try document(JSONAPISerializer(Many())).dictionary?["data"] as? [String: any Sendable])
        #expect(resource["attributes"] == nil)
        let relationships = try #require(resource["relationships"] as? [String: any Sendable])
        #expect(
            try text(relationships) == """
                {"any":{"data":{"id":"4","type":"cat"}},"anys":{"data":[]},"noAny":{"data":null},"none":{"data":[]},\
                "nullCats":{"data":[]},"nullOne":{"data":null},"one":{"data":null},\
                "optionals":{"data":[{"id":"1","type":"cat"}]},\
                "set":{"data":[{"id":"1","type":"cat"},{"id":"2","type":"cat"}]},"some":{"data":{"id":"3","type":"cat"}}}
                """
        )
    }

    @Test func `anything but a relationship is an attribute`() throws {
        #expect(
            try document(JSONAPISerializer(Box(content: [1, 2] as [Any])))
                == ["data": ["type": "box", "id": "1", "attributes": ["content": [1, 2] as JSON] as JSON] as JSON])
        let cat: JSON = ["type": "cat", "id": "1", "attributes": ["name": "a"] as JSON]
        #expect(
            try document(JSONAPISerializer(Box(content: ["x": Cat(id: "1")])))
                == ["data": ["type": "box", "id": "1", "attributes": ["content": ["x": cat] as JSON] as JSON] as JSON])
        #expect(
            try document(JSONAPISerializer(Box(content: [Cat(id: "1")] as [Any])))
                == ["data": ["type": "box", "id": "1", "attributes": ["content": [cat] as JSON] as JSON] as JSON])
    }

    @Test func `an entity alone is a resource object`() throws {
        let response = try Response(answering: Cat(id: "1"))
        #expect(text(response) == #"{"attributes":{"name":"a"},"id":"1","type":"cat"}"#)
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(Cat.type == "cat")
        #expect(Box<Cat>.type == "box")
    }

    @Test func `only direct references of the primary data are included, or all descendants`() throws {
        let (a, b, c, d) = (Member("a"), Captain("b"), Member("c"), Member("d"))
        a.friends = [b]
        b.best = c
        c.friends = [d, a]
        #expect(try included(JSONAPISerializer(a)) == ["captains/b"])
        #expect(
            try included(JSONAPISerializer(a, includingChildren: true)) == ["captains/b", "members/c", "members/d"])
        let deep =
            try document(JSONAPISerializer(a, includingChildren: true)).dictionary?["included"] as? [any Sendable]
        let captain = try #require(deep?.first as? [String: any Sendable])
        #expect(
            try text(captain) == """
                {"attributes":{"rank":1},"id":"b","relationships":{"best":{"data":{"id":"c","type":"members"}},\
                "friends":{"data":[]}},"type":"captains"}
                """
        )
    }

    @Test func `a cycle of entities ends, and nothing appears twice`() throws {
        let (a, b) = (Member("a"), Member("b"))
        (a.friends, b.friends) = ([b, b, a], [a, b])
        (a.best, b.best) = (a, a)
        #expect(try included(JSONAPISerializer(a, includingChildren: true)) == ["members/b"])
        #expect(try included(JSONAPISerializer([a, b], includingChildren: true)) == nil)
        let twice = try document(JSONAPISerializer([a, b, a]))
        #expect(names(try #require(twice.dictionary?["data"])) == ["members/a", "members/b"])
    }

    @Test func `a long chain of entities doesn't nest deeply`() throws {
        let first = Member("0")
        var last = first
        for index in 1...2_000 {
            last.best = Member("\(index)")
            last = try #require(last.best)
        }
        #expect(try included(JSONAPISerializer(first, includingChildren: true))?.count == 2_000)
        // Released one by one, because releasing the first of a chain would be recursive.
        var next = first.best
        while let member = next { (next, member.best) = (member.best, nil) }
    }

    @Test func `paths select the included resources`() throws {
        let serializer = JSONAPISerializer(Article.bikeshed)
        #expect(try included(serializer.including([])) == [])
        #expect(try included(serializer.including(["author"])) == ["people/9"])
        #expect(
            try included(serializer.including(["comments.author"]))
                == ["comments/5", "comments/12", "people/2", "people/9"])
        #expect(
            try included(serializer.including(["author", "comments.author"]))
                == ["people/9", "comments/5", "comments/12", "people/2"])
        #expect(
            refusal(of: serializer.including(["comments.likes"]))
                == "included: “comments.likes” is not a path of relationships: comments has no relationship “likes”")
        #expect(try included(JSONAPISerializer([Article]()).including(["any.thing"])) == [])
    }

    @Test func `names are transformed, except the specification's`() throws {
        struct Meta: Serializable, Sendable { let pageCount = 1 }
        struct Owner: JSONAPIEntity, JSONAPILinkedEntity {
            let id: String
            let userName: String
            let bestCat: Cat
            let links: [String: JSONAPILink]? = ["describedBy": .object(href: "/", meta: Meta())]
            let relationshipsLinks: [String: [String: JSONAPILink]]? = ["bestCat": ["related": "/cat"]]
            let meta: (any Serializable & Sendable)? = Meta()
        }
        let owner = Owner(id: "1", userName: "Alex", bestCat: Cat(id: "2"))
        let transformed = SnakecaseTransformer(JSONAPISerializer(owner, topLevelMeta: Meta()).including(["best_cat"]))
        #expect(
            try text(document(transformed)) == """
                {"data":{"attributes":{"user_name":"Alex"},"id":"1",\
                "links":{"describedBy":{"href":"/","meta":{"page_count":1}}},"meta":{"page_count":1},\
                "relationships":{"best_cat":{"data":{"id":"2","type":"cat"},"links":{"related":"/cat"}}},"type":"owner"},\
                "included":[{"attributes":{"name":"a"},"id":"2","type":"cat"}],"meta":{"page_count":1}}
                """
        )
    }

    @Test func `properties called links or meta are attributes of an entity that isn't linked`() throws {
        struct Page: JSONAPIEntity {
            let id = "1"
            let links = 3
            let meta = "a"
        }
        struct Linked: JSONAPIEntity, JSONAPILinkedEntity {
            let id = "1"
            let links: [String: JSONAPILink]? = [:]
            let meta = "a"
        }
        struct Certain: JSONAPIEntity, JSONAPILinkedEntity {
            let id = "1"
            let links: [String: JSONAPILink] = ["self": "/1"]
            let relationshipsLinks: [String: [String: JSONAPILink]] = ["cat": ["related": "/2"]]
        }
        #expect(text(try Response(answering: Page())).contains(#""attributes":{"links":3,"meta":"a"}"#))
        #expect(text(try Response(answering: Linked())) == #"{"attributes":{"meta":"a"},"id":"1","type":"linked"}"#)
        let certain =
            #"{"id":"1","links":{"self":"/1"},"relationships":{"cat":{"links":{"related":"/2"}}},"type":"certain"}"#
        #expect(text(try Response(answering: Certain())) == certain)
    }

    @Test func `documents that the specification forbids are refused`() {
        struct Typed: JSONAPIEntity {
            let id = "1"
            let type = "a"
        }
        struct Private: JSONAPIEntity {
            let id = "1"
            let _secret = 1
        }
        struct Strange: JSONAPIEntity {
            static let type = "a.b"
            let id = "1"
        }
        struct Nested: JSONAPIEntity {
            let id = "1"
            let a = ["b": ["$c": 1]]
        }
        struct Clash: JSONAPIEntity {
            let id = "1"
            let userName = 1
            let user_name: Cat? = nil
        }
        struct Meta: JSONAPIEntity, JSONAPILinkedEntity {
            let id = "1"
            let meta: (any Serializable & Sendable)? = 1
        }
        let field = "a field can't have the name of another, nor \"type\" or \"id\" (JSON:API 1.1, Fields)"
        let name = """
            is not a valid member name; it may have only letters and digits, and between them "-", "_" and spaces \
            (JSON:API 1.1, Member Names)
            """
        let meta = "meta information must be an object (JSON:API 1.1, Meta Information)"
        #expect(refusal(of: JSONAPISerializer(Typed())) == "data.attributes.type: \(field)")
        #expect(refusal(of: JSONAPISerializer(Private())) == #"data.attributes._secret: "_secret" \#(name)"#)
        #expect(refusal(of: JSONAPISerializer(Strange())) == #"data.type: "a.b" \#(name)"#)
        #expect(refusal(of: JSONAPISerializer(Nested())) == #"data.attributes.a.b.$c: "$c" \#(name)"#)
        let clash = SnakecaseTransformer(JSONAPISerializer(Clash()))
        #expect(refusal(of: clash) == "data.relationships.user_name: \(field)")
        #expect(refusal(of: JSONAPISerializer(Meta())) == "data.meta: \(meta)")
        #expect(refusal(of: JSONAPISerializer([Cat](), topLevelMeta: [1])) == "meta: \(meta)")
        #expect(
            refusal(of: JSONAPISerializer([Box(content: Double.nan)]))
                == "data[0].attributes.content: NaN can't be written as JSON; a number must be finite")
    }

    @Test(arguments: [
        "a", "a-b", "a b", "é", "@a", "0", "", "-a", "a-", "_a", " a", "a.b", "a:b", "@", "@@a", "a\u{7F}",
    ])
    func `the validator's names are allowed`(name: String) {
        #expect(JSONAPIMemberName.isValid(name) == JSONAPIValidator.isMemberName(name))
    }
}
