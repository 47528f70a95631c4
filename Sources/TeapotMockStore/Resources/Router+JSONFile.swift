public import Foundation
import Teapot
public import TeapotMock
import TeapotMockDocuments

extension Router {
    /// Registers the routes of a REST resource for each member of a JSON file, as json-server does.
    ///
    /// ```swift
    /// try router.resources(contentsOf: file)
    /// ```
    ///
    /// For the file `{"posts": [{"id": 1, "title": "Tea"}], "profile": {"name": "Ada"}}` these are:
    ///
    /// | Request | Effect |
    /// |---|---|
    /// | `GET /posts`, `POST /posts` | lists objects, inserts one |
    /// | `GET`, `PUT`, `PATCH`, `DELETE /posts/1` | finds, replaces, changes and deletes one |
    /// | `GET`, `PUT`, `PATCH /profile` | reads, replaces and changes the object |
    ///
    /// The responses are those of ``TeapotMock/Router/resource(_:in:at:coders:fileID:filePath:line:)``. The query of a
    /// list uses json-server's names:
    ///
    /// - `?author.name=Ada` keeps the objects with that value. `?views:gt=100` compares values; the operators are `eq`,
    ///   `ne`, `lt`, `lte`, `gt`, `gte`, `in` (values separated by commas), `contains`, `startsWith`, `endsWith`.
    /// - `?_sort=author,-views` sorts.
    /// - `?_page=2&_per_page=25` returns a page, by default with 10 objects, as an object with the members `first`,
    ///   `prev`, `next`, `last`, `pages`, `items` (the total number) and `data`.
    ///
    /// json-server's other query items, such as `_limit`, `_embed` and `views_gte`, result in status 400, and so do all
    /// others whose names begin with an underscore. As in json-server, `PATCH` replaces each member as a whole. Numbers
    /// stay as written, such as `1.10`.
    ///
    /// An object without an `id` gets one. New IDs are numbers if the IDs in the file are numbers. Other members, such
    /// as strings and lists of strings, can be read and replaced as a whole. `$schema` is omitted.
    ///
    /// Changes stay in memory. The file is read once and never written.
    ///
    /// - Parameters:
    ///   - file: The file, which contains one object.
    ///   - fileID: The file where the routes are registered.
    ///   - filePath: The path of that file.
    ///   - line: The line where the routes are registered.
    /// - Returns: The paths of the resources, such as `/posts`, sorted.
    /// - Throws: A ``StoreError`` with the reason `fileFailed` if the file can't be read, or `invalidFile` if the file
    ///   isn't a JSON object, if only some elements of a list are objects, or if an ID is repeated or is neither
    ///   a string nor a whole number. In those cases, no route is registered.
    @discardableResult
    public func resources(
        contentsOf file: URL,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) throws(StoreError) -> [String] {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        let file = try StoreFile(file)
        let names = file.names.filter { $0 != "$schema" }
        var collections: [String: (Store, hasNumbers: Bool)] = [:]
        for name in names {
            if name.isEmpty { throw file.error("A member has an empty name. Give it the name of a resource.") }
            collections[name] = try file.collection(named: name)
        }
        for name in names {
            let path = [PathPattern.Segment.exact(name)]
            let list = Rule.path(PathPattern(path))
            if let (store, hasNumbers) = collections[name] {
                let coding = ResourceCoding(named: name, hasNumbers: hasNumbers)
                let resource = Resource<JSONEntity>(store: store, coding: coding, dialect: .jsonServer)
                _ = add(resource, list: list, item: .path(PathPattern(path + [.variable("id")])), place)
                continue
            }
            let resource = JSONValueResource(file.members[name] ?? .null)
            _ = add(.get, list, place, resource.read)
            _ = add(.put, list, place, resource.replace)
            if file.members[name]?.members != nil { _ = add(.patch, list, place, resource.change) }
        }
        return names.map { "/" + PercentEncoding.encode($0, as: .queryItem) }
    }
}

extension StoreFile {
    /// Returns a store with the objects of a list, or `nil` if the member isn't a list of objects.
    fileprivate func collection(named name: String) throws(StoreError) -> (Store, hasNumbers: Bool)? {
        guard let elements = members[name]?.elements else { return nil }
        let objects = elements.compactMap(\.members)
        guard objects.count == elements.count else {
            guard !objects.isEmpty, let other = elements.firstIndex(where: { $0.members == nil }) else { return nil }
            throw error("\(name)[\(other)] isn't an object, but others are. Make all elements objects, or none.")
        }
        let store = Store()
        var places: [String: Int] = [:]
        for (place, object) in objects.enumerated() where object["id"] != nil {
            guard let entity = JSONEntity(object) else {
                throw error("The id of \(name)[\(place)] is empty, or neither a string nor a whole number.")
            }
            if let first = places.updateValue(place, forKey: entity.id) {
                throw error(
                    "\(name)[\(place)] has the id “\(entity.id)”, like \(name)[\(first)]. Give it another id."
                )
            }
        }
        let hasNumbers = !places.isEmpty && !objects.contains { $0["id"]?.text != nil }
        let coding = ResourceCoding<JSONEntity>(named: name, hasNumbers: hasNumbers)
        // Assign IDs once all others are known, and keep the order of the list.
        let last = places.keys.compactMap { Int($0) }.max() ?? -1
        // The first free number after the highest whole number.
        var next = last < .max - objects.count ? last + 1 : 0
        for var object in objects {
            if object["id"] == nil {
                while places[String(next)] != nil { next += 1 }
                object["id"] = coding.id(String(next))
                next += 1
            }
            if let entity = JSONEntity(object) { try store.insert(entity) }
        }
        return (store, hasNumbers)
    }
}
