import Foundation
import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A store's file` {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder([:])
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        file = folder.url.appendingPathComponent("store.json")
    }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

    private func text() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

    /// Returns the error message about a file, after its path.
    private func complaint(
        _ text: String, types: [any (Storable & Decodable).Type] = [Member.self, Post.self],
        reason: StoreError.Reason = .invalidFile
    ) throws -> String? {
        try write(text)
        let error = #expect(throws: StoreError.self) { try Store(contentsOf: file, types: types) }
        #expect(error?.reason == reason)
        let opening = "The store's file “\(file.path)” can't be loaded. "
        #expect(error?.description.hasPrefix(opening) == true)
        return error.map { String($0.description.dropFirst(opening.count)) }
    }

    @Test func `it's formatted for people, and the same each time`() throws {
        let store = Store()
        store.insert { Member(id: $0, name: "Ada / Bob") }
        store.insert { Member(id: $0, name: "Zoë") }
        store.insert { Post(id: $0, author: Reference(id: "1"), likes: [Reference(id: "0")]) }
        try store.delete(store.create(Box<Int>.self)[0])
        try store.save(to: file)
        #expect(
            try text() == """
                {
                  "Member" : [
                    {
                      "id" : "0",
                      "name" : "Ada / Bob"
                    },
                    {
                      "id" : "1",
                      "name" : "Zoë"
                    }
                  ],
                  "Post" : [
                    {
                      "author" : "1",
                      "id" : "2",
                      "likes" : [
                        "0"
                      ]
                    }
                  ]
                }

                """
        )
        let first = try text()
        let copy = try Store(contentsOf: file, types: [Post.self, Member.self])
        #expect(copy.findAll(Member.self) == store.findAll(Member.self))
        #expect(copy.findAll(Post.self) == store.findAll(Post.self))
        try copy.save(to: file)
        #expect(try text() == first)
    }

    @Test func `an empty store can be saved and loaded`() throws {
        try Store().save(to: file)
        #expect(try Store(contentsOf: file, types: []).findAll(Member.self) == [])
        #expect(try JSON(parsing: Data(contentsOf: file)) == [:])
    }

    @Test func `ids continue after those in the file`() throws {
        try write(#"{"Member": [{"id": "41", "name": "a"}, {"id": "x", "name": "b"}], "Post": []}"#)
        let store = try Store(contentsOf: file, types: [Member.self, Post.self])
        #expect(store.findAll(Member.self).map(\.id) == ["41", "x"])
        #expect(store.create(Member.self)[0].id == "42")
    }

    @Test func `it's added to the existing entities completely or not at all`() throws {
        try write(#"{"Member": [{"id": "7", "name": "a"}, {"id": "1", "name": "b"}]}"#)
        let store = Store()
        let post = store.insert { Post(id: $0, author: Reference(id: "7")) }
        try store.load(from: file, types: [Member.self])
        #expect(store.findAll(Member.self).map(\.id) == ["7", "1"])
        #expect(store.find(post.author)?.name == "a")
        try store.delete(Member.self, id: "7")
        let error = #expect(throws: StoreError.self) { try store.load(from: file, types: [Member.self]) }
        #expect(error?.reason == .conflict)
        #expect(error?.description.hasPrefix("Member “1” already exists. ") == true)
        #expect(store.findAll(Member.self).map(\.id) == ["1"])
    }

    @Test func `nothing is loaded if an entity's id is in use`() throws {
        try write(
            #"{"Member": [{"id": "1", "name": "b"}], "Post": [{"id": "2", "author": "1", "likes": []}]}"#
        )
        for types in [[Member.self, Post.self], [Post.self, Member.self]] as [[any (Storable & Decodable).Type]] {
            let store = Store()
            let taken = store.create(Member.self, number: 2)
            let error = #expect(throws: StoreError.self) { try store.load(from: file, types: types) }
            #expect(error?.reason == .conflict)
            #expect(store.findAll(Member.self) == taken)
            #expect(store.findAll(Post.self) == [])
        }
    }

    @Test func `its dates follow the encoder and the decoder`() throws {
        struct Event: Storable, Codable {
            let id: String
            var date = Date(timeIntervalSince1970: 0)
            static var storedName: String { "calendar_events" }
            init(id: String, store: Store) { self.id = id }
        }
        let store = Store()
        store.create(Event.self)
        let encoder = Store.encoder
        encoder.dateEncodingStrategy = .iso8601
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try store.save(to: file, encoder: encoder)
        #expect(try text().contains(#""calendar_events""#))
        #expect(try text().contains(#""1970-01-01T00:00:00Z""#))
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let copy = try Store(contentsOf: file, types: [Event.self], decoder: decoder)
        #expect(copy.findAll(Event.self).map(\.date) == [Date(timeIntervalSince1970: 0)])
    }

    @Test(arguments: [
        ("", "It is not JSON: line 1, column 1: expected a value but found the end of the text."),
        ("{\n  \"Member\": [,]\n}", #"It is not JSON: line 2, column 14: expected a value or "]" but found ","."#),
        ("[]", #"It must be an object with a list for each type or resource: {"posts": [ … ]}."#),
        (
            #"{"Posts": [], "Zoo": []}"#,
            "“Posts” is not one of the given types: Member, Post. Did you mean “Post”?"
        ),
        (#"{"Comment": []}"#, "“Comment” is not one of the given types: Member, Post."),
        (
            #"{"Member": [{"id": "1", "name": "a \": {"}], "Post": [], "Member": []}"#,
            "“Member” appears twice. Put all its entities into one list."
        ),
        (#"{"Post": [":\\"], "Member": "\"", "Post": {}}"#, "“Post” appears twice. "),
        (
            #"{"Member": [{"id": "1", "name": "a"}, {"id": "2", "name": 5}]}"#,
            "Member[1].name: expected a string"
        ),
        (#"{"Member": [{"id": "1"}]}"#, "Member[0].name: the key is missing"),
        (#"{"Post": [{"id": "1", "author": {}}]}"#, "Post[0].author: expected a string"),
        (#"{"Member": [null]}"#, "Member[0]: "),
        (#"{"Member": {"id": "1"}}"#, "Member: expected a list"),
        (#"{"Member": null}"#, "Member: "),
        (
            #"{"Member": [{"id": "1", "name": "a"}, {"id": "2", "name": "b"}, {"id": "1", "name": "c"}]}"#,
            "Member[2] has the id “1”, like Member[0]. Give it another id."
        ),
    ])
    func `an invalid part of it is named`(text: String, expected: String) throws {
        let complaint = try #require(try complaint(text))
        #expect(complaint.hasPrefix(expected))
    }

    @Test func `an entity's error is reported with its index`() throws {
        struct Refused: Error {}
        struct Picky: Storable, Decodable {
            let id: String
            init(id: String, store: Store) { self.id = id }
            init(from decoder: any Decoder) throws {
                id = try decoder.singleValueContainer().decode(String.self)
                if id == "bad" { throw Refused() }
            }
        }
        #expect(try complaint(#"{"Picky": ["good", "bad"]}"#, types: [Picky.self]) == "Picky[1]: Refused()")
    }

    @Test func `a missing file, or a folder, is an error`() throws {
        let error = #expect(throws: StoreError.self) { try Store(contentsOf: file, types: []) }
        #expect(error?.reason == .fileFailed)
        #expect(error?.description.hasPrefix("The store's file “\(file.path)” can't be read. ") == true)
        let address = try #require(URL(string: "https://store.test/store.json"))
        let other = #expect(throws: StoreError.self) { try Store(contentsOf: address, types: []) }
        #expect(
            other?.description == "“https://store.test/store.json” is not a file URL; a store is loaded from a file."
        )
    }

    @Test func `a file that can't be written is an error`() throws {
        let nowhere = folder.url.appendingPathComponent("none/store.json")
        let error = #expect(throws: StoreError.self) { try Store().save(to: nowhere) }
        #expect(error?.reason == .fileFailed)
        #expect(error?.description.hasPrefix("The store can't be saved in “\(nowhere.path)”. ") == true)
    }

    @Test func `entities that can't be encoded are an error and leave the file unchanged`() throws {
        struct Score: Storable, Codable {
            let id: String
            var points = [1.0]
            init(id: String, store: Store) { self.id = id }
        }
        try write("before")
        let store = Store()
        store.create(Score.self, number: 2)
        try store.update(Score.self, id: "1") { $0.points.append(.infinity) }
        let error = #expect(throws: StoreError.self) { try store.save(to: file) }
        #expect(error?.reason == .notCodable)
        #expect(error?.description.contains("”. Score[1].points[1]: inf can't be encoded; ") == true)
        store.reset()
        store.create(Box<Int>.self)
        let other = #expect(throws: StoreError.self) { try store.save(to: file) }
        #expect(other?.reason == .notCodable)
        #expect(
            other?.description == """
                A store with Box<Int> in it can't be saved. Make Box<Int> Codable, or delete its entities first.
                """
        )
        #expect(try text() == "before")
    }

    @Test func `an entity's error while saving is reported with its index`() throws {
        struct Refused: Error {}
        struct Shy: Storable, Encodable {
            let id: String
            init(id: String, store: Store) { self.id = id }
            func encode(to encoder: any Encoder) throws { throw Refused() }
        }
        let store = Store()
        store.create(Shy.self)
        let error = #expect(throws: StoreError.self) { try store.save(to: file) }
        #expect(error?.description.contains("”. Shy[0]: ") == true)
        #expect(error?.description.hasSuffix("Refused()") == true)
    }

    @Test func `two types with the same name are an error unless one is renamed`() throws {
        let store = Store()
        store.create(Member.self)
        store.create(Other.Member.self)
        let error = #expect(throws: StoreError.self) { try store.save(to: file) }
        let expected = """
            The types TeapotMockStoreTests.Member and TeapotMockStoreTests.Other.Member have the same storedName, \
            “Member”. Change one of them.
            """
        #expect(error?.description == expected)
        try write("{}")
        let other = #expect(throws: StoreError.self) {
            try Store(contentsOf: file, types: [Member.self, Other.Member.self])
        }
        #expect(other?.description == expected)
    }
}
