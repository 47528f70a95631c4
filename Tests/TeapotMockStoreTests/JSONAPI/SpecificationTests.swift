import Teapot
import TeapotMock
import TeapotMockStore
import TeapotTestTraits
import Testing

/// Tests that the serializer produces the examples in the specification of JSON:API 1.1.
@Suite(.inTurn) struct `The examples of JSON API 1.1` {
    @Test func `compound documents`() throws {
        let example = try expected(
            """
            {
              "data": [{
                "type": "articles", "id": "1",
                "attributes": { "title": "JSON:API paints my bikeshed!" },
                "links": { "self": "http://example.com/articles/1" },
                "relationships": {
                  "author": {
                    "links": {
                      "self": "http://example.com/articles/1/relationships/author",
                      "related": "http://example.com/articles/1/author"
                    },
                    "data": { "type": "people", "id": "9" }
                  },
                  "comments": {
                    "links": {
                      "self": "http://example.com/articles/1/relationships/comments",
                      "related": "http://example.com/articles/1/comments"
                    },
                    "data": [{ "type": "comments", "id": "5" }, { "type": "comments", "id": "12" }]
                  }
                }
              }],
              "included": [{
                "type": "people", "id": "9",
                "attributes": { "firstName": "Dan", "lastName": "Gebhardt", "twitter": "dgeb" },
                "links": { "self": "http://example.com/people/9" }
              }, {
                "type": "comments", "id": "5",
                "attributes": { "body": "First!" },
                "relationships": { "author": { "data": { "type": "people", "id": "2" } } },
                "links": { "self": "http://example.com/comments/5" }
              }, {
                "type": "comments", "id": "12",
                "attributes": { "body": "I like XML better" },
                "relationships": { "author": { "data": { "type": "people", "id": "9" } } },
                "links": { "self": "http://example.com/comments/12" }
              }]
            }
            """)
        #expect(try document(JSONAPISerializer([Article.bikeshed])) == example)
        #expect(try document(JSONAPISerializer([Article.bikeshed]).including(["author", "comments"])) == example)
    }

    @Test func `fetching a collection of resources`() throws {
        let articles = [
            Article(id: "1", title: "JSON:API paints my bikeshed!"), Article(id: "2", title: "Rails is Omakase"),
        ]
        let links: [String: JSONAPILink] = ["self": "http://example.com/articles"]
        let example = try expected(
            """
            {
              "links": { "self": "http://example.com/articles" },
              "data": [
                { "type": "articles", "id": "1", "attributes": { "title": "JSON:API paints my bikeshed!" } },
                { "type": "articles", "id": "2", "attributes": { "title": "Rails is Omakase" } }
              ]
            }
            """)
        #expect(try document(JSONAPISerializer(articles, topLevelLinks: links)) == example)
        let empty = try expected(#"{ "links": { "self": "http://example.com/articles" }, "data": [] }"#)
        #expect(try document(JSONAPISerializer([Article](), topLevelLinks: links)) == empty)
    }

    @Test func `fetching a resource whose author is only linked`() throws {
        var article = Article(id: "1", title: "JSON:API paints my bikeshed!")
        article.relationshipsLinks = ["author": ["related": "http://example.com/articles/1/author"]]
        let example = try expected(
            """
            {
              "links": { "self": "http://example.com/articles/1" },
              "data": {
                "type": "articles", "id": "1",
                "attributes": { "title": "JSON:API paints my bikeshed!" },
                "relationships": { "author": { "links": { "related": "http://example.com/articles/1/author" } } }
              }
            }
            """)
        let links: [String: JSONAPILink] = ["self": "http://example.com/articles/1"]
        #expect(try document(JSONAPISerializer(article, topLevelLinks: links)) == example)
    }

    @Test func `fetching a missing related resource`() throws {
        let example = try expected(#"{ "links": { "self": "http://example.com/articles/1/author" }, "data": null }"#)
        let links: [String: JSONAPILink] = ["self": "http://example.com/articles/1/author"]
        #expect(try document(JSONAPISerializer(nil as Person?, topLevelLinks: links)) == example)
    }

    @Test func `meta information`() throws {
        struct Meta: Serializable {
            let copyright = "Copyright 2015 Example Corp."
            let authors = ["Yehuda Katz", "Steve Klabnik", "Dan Gebhardt", "Tyler Kellen"]
        }
        let example = try expected(
            """
            {
              "meta": {
                "copyright": "Copyright 2015 Example Corp.",
                "authors": ["Yehuda Katz", "Steve Klabnik", "Dan Gebhardt", "Tyler Kellen"]
              },
              "data": []
            }
            """)
        #expect(try document(JSONAPISerializer([Person](), topLevelMeta: Meta())) == example)
    }

    @Test func `links`() throws {
        let links: [String: JSONAPILink] = [
            "self": "http://example.com/articles/1/relationships/comments",
            "related": .object(
                href: "http://example.com/articles/1/comments",
                describedby: "http://example.com/schemas/article-comments", title: "Comments", meta: ["count": 10]),
        ]
        let example = try expected(
            """
            {
              "data": null,
              "links": {
                "self": "http://example.com/articles/1/relationships/comments",
                "related": {
                  "href": "http://example.com/articles/1/comments",
                  "title": "Comments",
                  "describedby": "http://example.com/schemas/article-comments",
                  "meta": { "count": 10 }
                }
              }
            }
            """)
        #expect(try document(JSONAPISerializer(nil as Person?, topLevelLinks: links)) == example)
    }

    @Test func `pagination links`() throws {
        let links: [String: JSONAPILink] = [
            "self": "http://example.com/articles?page%5Bnumber%5D=3&page%5Bsize%5D=1",
            "first": "http://example.com/articles?page%5Bnumber%5D=1&page%5Bsize%5D=1", "next": .null,
        ]
        let example = try expected(
            """
            {
              "meta": { "totalPages": 13 },
              "data": [{ "type": "articles", "id": "3", "attributes": { "title": "JSON:API paints my bikeshed!" } }],
              "links": {
                "self": "http://example.com/articles?page%5Bnumber%5D=3&page%5Bsize%5D=1",
                "first": "http://example.com/articles?page%5Bnumber%5D=1&page%5Bsize%5D=1",
                "next": null
              }
            }
            """)
        let articles = [Article(id: "3", title: "JSON:API paints my bikeshed!")]
        let serializer = JSONAPISerializer(articles, topLevelLinks: links, topLevelMeta: ["totalPages": 13])
        #expect(try document(serializer) == example)
    }

    @Test func `error objects`() throws {
        let error = JSONAPIError(statusCode: 422) { error in
            error.title = "Invalid Attribute"
            error.detail = "First name must contain at least two characters."
            error.source = JSONAPIError.Source(pointer: "/data/attributes/firstName")
        }
        let example = try expected(
            """
            {
              "errors": [{
                "status": "422",
                "source": { "pointer": "/data/attributes/firstName" },
                "title":  "Invalid Attribute",
                "detail": "First name must contain at least two characters."
              }]
            }
            """)
        #expect(try document(error) == example)
        #expect(try Response(answering: error).status == 422)
    }

    @Test func `several errors`() throws {
        let errors = [
            JSONAPIError(statusCode: 403) { error in
                error.source = JSONAPIError.Source(pointer: "/data/attributes/secretPowers")
                error.detail = "Editing secret powers is not authorized on Sundays."
            },
            JSONAPIError(statusCode: 422) { error in
                error.source = JSONAPIError.Source(pointer: "/data/attributes/volume")
                error.detail = "Volume does not, in fact, go to 11."
            },
        ]
        let example = try expected(
            """
            {
              "errors": [{
                "status": "403",
                "source": { "pointer": "/data/attributes/secretPowers" },
                "detail": "Editing secret powers is not authorized on Sundays."
              }, {
                "status": "422",
                "source": { "pointer": "/data/attributes/volume" },
                "detail": "Volume does not, in fact, go to 11."
              }]
            }
            """)
        #expect(try document(errors) == example)
        #expect(try document(JSONAPIErrors(errors)) == example)
        #expect(try Response(answering: errors).status == 400)
    }
}
