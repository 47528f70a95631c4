import Foundation
import Teapot
import Testing

import TeapotMock
import TeapotMockStore

/// Returns the document of a value, which the validator accepts.
func document(_ value: Any, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    let response = try Response(answering: value)
    #expect(response.headers["Content-Type"] == "application/vnd.api+json", sourceLocation: sourceLocation)
    #expect(JSONAPIValidator.problems(in: response.body) == [], sourceLocation: sourceLocation)
    return try JSON(parsing: response.body)
}

/// Returns the document of a text, as printed in the specification.
func expected(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    #expect(JSONAPIValidator.problems(in: Data(text.utf8)) == [], sourceLocation: sourceLocation)
    return try JSON(parsing: Data(text.utf8))
}

struct Person: JSONAPIEntity, JSONAPILinkedEntity, Sendable {
    static let type = "people"
    let id: String
    var firstName: PropertyPolicy<String> = .none
    var lastName: PropertyPolicy<String> = .none
    var twitter: PropertyPolicy<String> = .none
    var links: [String: JSONAPILink]?

    static let dan = Person(
        id: "9", firstName: .some("Dan"), lastName: .some("Gebhardt"), twitter: .some("dgeb"),
        links: ["self": "http://example.com/people/9"])
}

struct Comment: JSONAPIEntity, JSONAPILinkedEntity, Sendable {
    static let type = "comments"
    let id: String
    let body: String
    let author: Person
    let links: [String: JSONAPILink]?

    static let first = Comment(
        id: "5", body: "First!", author: Person(id: "2"), links: ["self": "http://example.com/comments/5"])
    static let second = Comment(
        id: "12", body: "I like XML better", author: .dan, links: ["self": "http://example.com/comments/12"])
}

struct Article: JSONAPIEntity, JSONAPILinkedEntity, Sendable {
    static let type = "articles"
    let id: String
    let title: String
    var author: PropertyPolicy<Person> = .none
    var comments: [Comment]?
    var links: [String: JSONAPILink]?
    var relationshipsLinks: [String: [String: JSONAPILink]]?

    static let bikeshed = Article(
        id: "1", title: "JSON:API paints my bikeshed!", author: .some(.dan), comments: [.first, .second],
        links: ["self": "http://example.com/articles/1"],
        relationshipsLinks: [
            "author": [
                "self": "http://example.com/articles/1/relationships/author",
                "related": "http://example.com/articles/1/author",
            ],
            "comments": [
                "self": "http://example.com/articles/1/relationships/comments",
                "related": "http://example.com/articles/1/comments",
            ],
        ])
}
