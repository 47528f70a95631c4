import TeapotMock

/// What stores are tested with.
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

/// An entity whose initializer makes another.
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

/// A type whose name is not the only one.
enum Other {
    struct Member: Storable, Codable {
        let id: String

        init(id: String, store: Store) { self.id = id }
    }
}
