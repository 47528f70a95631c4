import TeapotMockDocuments

/// The items that requests have created, changed or deleted, by the path of their list.
struct Memory: Sendable {
    /// An item, with the text that identifies it in a path.
    struct Item: Sendable {
        let id: String
        var value: JSONTree
        /// The path of the list that the item was created in, if that's only a part of all items.
        var part: String?
        /// Whether a request created it, so that the lists below it begin empty.
        var isCreated = false
    }

    private struct List: Sendable {
        var items: [Item]
        var places: [String: Int]
        var next: Int
    }

    private var lists: [String: List] = [:]

    /// Whether the list at a path has its first items.
    func hasList(_ path: String) -> Bool { lists[path] != nil }

    /// Fills a list, unless another request was faster.
    mutating func fill(_ path: String, with items: [Item]) {
        guard lists[path] == nil else { return }
        lists[path] = List(items: [], places: [:], next: 1)
        for item in items { put(item, in: path) }
    }

    func items(in path: String) -> [Item] { lists[path]?.items ?? [] }

    func item(_ id: String, in path: String) -> Item? {
        // A UUID may be written in uppercase.
        lists[path].flatMap { list in (list.places[id] ?? list.places[id.lowercased()]).map { list.items[$0] } }
    }

    /// Adds an item, and returns whether no other one has its identifier.
    mutating func add(_ item: Item, to path: String) -> Bool {
        if self.item(item.id, in: path) != nil { return false }
        put(item, in: path)
        return true
    }

    /// Adds an item, or replaces the one with the same identifier.
    mutating func put(_ item: Item, in path: String) {
        var list = lists[path] ?? List(items: [], places: [:], next: 1)
        lists[path] = nil
        if let place = list.places[item.id] {
            list.items[place] = item
        } else {
            list.places[item.id] = list.items.count
            list.items.append(item)
        }
        let number = max(Int(item.id) ?? 0, list.items.count)
        if number >= list.next, number < .max { list.next = number + 1 }
        lists[path] = list
    }

    /// Removes an item, and the lists below it.
    mutating func remove(_ id: String, from path: String) {
        guard var list = lists[path], let place = list.places[id] else { return }
        list.items.remove(at: place)
        list.places = Dictionary(list.items.enumerated().map { ($1.id, $0) }) { first, _ in first }
        lists[path] = list
        let below = "\(path)/\(id)/"
        for other in lists.keys where other.hasPrefix(below) { lists[other] = nil }
    }

    /// Returns a number that no item of a list has had as its identifier.
    mutating func nextNumber(in path: String) -> Int {
        let number = lists[path]?.next ?? 1
        lists[path]?.next = number < .max ? number + 1 : number
        return number
    }
}
