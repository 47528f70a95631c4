import TeapotMock
import TeapotMockStore

/// An entity for tests of stores.
struct Member: Storable, Codable, Equatable {
    let id: String
    var name: String

    init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    init(id: String, store: Store) {
        self.init(id: id, name: "Member \(id)")
    }
}

/// An entity whose initializer creates another one.
struct Post: Storable, Codable, Equatable {
    let id: String
    var author: Reference<Member>
    var editor: Reference<Member>?
    var likes: [Reference<Member>] = []

    init(id: String, author: Reference<Member>, editor: Reference<Member>? = nil, likes: [Reference<Member>] = []) {
        self.id = id
        self.author = author
        self.editor = editor
        self.likes = likes
    }

    init(id: String, store: Store) {
        self.init(id: id, author: Reference(store.create(Member.self)[0]))
    }
}

/// A generic entity, which can't be encoded.
struct Box<Value: Sendable>: Storable {
    let id: String
    var value: Value?

    init(id: String, store: Store) { self.id = id }
}

/// A namespace with a type that has the same name as another one.
enum Other {
    struct Member: Storable, Codable {
        let id: String

        init(id: String, store: Store) { self.id = id }
    }
}
