import Foundation
import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The validator of JSON:API documents` {
    @Test(arguments: [
        #"{"data":null}"#, #"{"data":[]}"#, #"{"meta":{}}"#, #"{"errors":[]}"#, #"{"data":{"type":"a","id":"1"}}"#,
        #"{"data":null,"included":[]}"#, #"{"data":{"type":"a","id":"1","@x":1}}"#,
        #"{"meta":{"a.b":1},"jsonapi":{"version":"1.1","ext":["https://a.test"],"profile":[],"meta":{}}}"#,
        #"{"data":null,"links":{"self":"/a?b=%20#c","next":null,"related":{"href":"b","hreflang":["en","de-CH"]}}}"#,
        #"{"data":{"type":"a","id":"1","relationships":{"b":{"meta":{}},"c":{"links":{"related":"/c"}},"d":{"data":null}}}}"#,
        #"{"data":{"type":"a","id":"1","attributes":{"a b-c_d":1,"é":{"x":1},"@y":2,"links":1}}}"#,
        #"{"errors":[{"status":"422","source":{"pointer":"/data/a~1b"},"links":{"about":"/x","type":"/y"}}]}"#,
        """
        {"data":{"type":"a","id":"1","relationships":{"b":{"data":[{"type":"b","id":"1","meta":{}}]}}},
        "included":[{"type":"b","id":"1","relationships":{"c":{"data":{"type":"c","id":"1"}}}},{"type":"c","id":"1"}]}
        """,
    ])
    func `a valid document has no problems`(document: String) {
        #expect(JSONAPIValidator.problems(in: Data(document.utf8)) == [])
    }

    @Test(arguments: [
        ("[]", "Top Level: /: not an object"),
        ("{}", "Top Level: /: neither data nor errors nor meta"),
        (#"{"data":null,"errors":[]}"#, "Top Level: /: both data and errors"),
        (#"{"meta":{},"included":[]}"#, "Top Level: /included: without data"),
        (#"{"data":null,"extra":1}"#, "Top Level: /extra: not a member of such an object"),
        (#"{"data":null,"links":{"about":"/"}}"#, "Links: /links/about: not a member of such an object"),
        (#"{"data":1}"#, "Resource Objects: /data: not an object"),
        (#"{"data":[null]}"#, "Resource Objects: /data/0: not an object"),
        (#"{"data":{"type":"a","id":"1","name":"b"}}"#, "Resource Objects: /data/name: not a member of such an object"),
        (#"{"data":{"id":"1"}}"#, "Identification: /data: no type"),
        (#"{"data":{"type":"a"}}"#, "Identification: /data: no id"),
        (#"{"data":{"type":"a","id":1}}"#, "Identification: /data/id: not a string"),
        (#"{"data":{"type":"a+b","id":"1"}}"#, "Member Names: /data/type: not a member's name"),
        (#"{"data":{"type":"a","id":"1","attributes":[]}}"#, "Attributes: /data/attributes: not an object"),
        (#"{"data":{"type":"a","id":"1","attributes":{"id":1}}}"#, "Fields: /data/attributes/id: a field of this name"),
        (
            #"{"data":{"type":"a","id":"1","attributes":{"b":1},"relationships":{"b":{"data":null}}}}"#,
            "Fields: /data/relationships/b: also the name of an attribute"
        ),
        (
            #"{"data":{"type":"a","id":"1","attributes":{"b":[{"_c":1}]}}}"#,
            "Member Names: /data/attributes/b/0/_c: not a member's name"
        ),
        (
            #"{"data":{"type":"a","id":"1","relationships":{"b":{}}}}"#,
            "Relationships: /data/relationships/b: neither links nor data nor meta"
        ),
        (
            #"{"data":{"type":"a","id":"1","relationships":{"b":{"data":null,"x":1}}}}"#,
            "Relationships: /data/relationships/b/x: not a member of such an object"
        ),
        (
            #"{"data":{"type":"a","id":"1","relationships":{"b":{"links":{"next":"/"}}}}}"#,
            "Relationships: /data/relationships/b/links: neither self nor related"
        ),
        (
            #"{"data":{"type":"a","id":"1","relationships":{"b":{"data":{"type":"b"}}}}}"#,
            "Identification: /data/relationships/b/data: no id"
        ),
        (
            #"{"data":{"type":"a","id":"1","relationships":{"b":{"data":[null]}}}}"#,
            "Resource Identifier Objects: /data/relationships/b/data/0: not an object"
        ),
        (
            #"{"data":{"type":"a","id":"1","relationships":{"b":{"data":{"type":"b","id":"1","attributes":{}}}}}}"#,
            "Resource Identifier Objects: /data/relationships/b/data/attributes: not a member of such an object"
        ),
        (
            #"{"data":[{"type":"a","id":"1"},{"type":"a","id":"1"}]}"#,
            "Compound Documents: /data/1: the same type and id as /data/0"
        ),
        (
            #"{"data":[],"included":[{"type":"a","id":"1"}]}"#,
            "Compound Documents: /included/0: nothing links to it from the primary data"
        ),
        (#"{"data":[],"included":{}}"#, "Compound Documents: /included: not an array"),
        (#"{"meta":[]}"#, "Meta Information: /meta: not an object"),
        (#"{"data":null,"links":{"self":1}}"#, "Links: /links/self: neither a string nor an object nor null"),
        (#"{"data":null,"links":{"self":"a b"}}"#, "Links: /links/self: not a URI reference"),
        (#"{"data":null,"links":{"self":{"meta":{}}}}"#, "Link Objects: /links/self/href: not a string"),
        (
            #"{"data":null,"links":{"self":{"href":"/","x":1}}}"#,
            "Link Objects: /links/self/x: not a member of such an object"
        ),
        (
            #"{"data":null,"links":{"self":{"href":"/","hreflang":"?"}}}"#,
            "Link Objects: /links/self/hreflang: not a language tag"
        ),
        (#"{"data":null,"links":{"self":{"href":"/","title":1}}}"#, "Link Objects: /links/self/title: not a string"),
        (#"{"meta":{},"jsonapi":{"version":1}}"#, "JSON:API Object: /jsonapi/version: not a string"),
        (#"{"meta":{},"jsonapi":{"ext":"a"}}"#, "JSON:API Object: /jsonapi/ext: not an array of URIs"),
        (#"{"errors":{}}"#, "Error Objects: /errors: not an array"),
        (#"{"errors":[{}]}"#, "Error Objects: /errors/0: no member"),
        (#"{"errors":[{"status":404}]}"#, "Error Objects: /errors/0/status: not a string"),
        (#"{"errors":[{"status":"4040"}]}"#, "Error Objects: /errors/0/status: not a status code"),
        (#"{"errors":[{"message":"a"}]}"#, "Error Objects: /errors/0/message: not a member of such an object"),
        (
            #"{"errors":[{"code":"a","links":{"self":"/"}}]}"#,
            "Links: /errors/0/links/self: not a member of such an object"
        ),
        (
            #"{"errors":[{"source":{"pointer":"data"}}]}"#,
            "Error Objects: /errors/0/source/pointer: not a JSON Pointer"
        ),
        (
            #"{"errors":[{"source":{"cookie":"a"}}]}"#,
            "Error Objects: /errors/0/source/cookie: not a member of such an object"
        ),
    ])
    func `an invalid document's problem is found`(document: String, problem: String) {
        #expect(JSONAPIValidator.problems(in: Data(document.utf8)) == [problem])
    }

    @Test func `a resource linked only from another included resource counts as linked`() {
        let chain = #"{"type":"b","id":"1","relationships":{"c":{"data":{"type":"c","id":"1"}}}}"#
        let loose = #"{"data":[],"included":[\#(chain),{"type":"c","id":"1"}]}"#
        #expect(JSONAPIValidator.problems(in: Data(loose.utf8)).count == 2)
    }

    @Test func `text that isn't JSON is a problem`() {
        #expect(JSONAPIValidator.problems(in: Data("{".utf8)).count == 1)
    }

    @Test(arguments: [
        ("a", true), ("a-b", true), ("a b", true), ("a_b", true), ("é", true), ("@a", true), ("0", true), ("", false),
        ("-a", false), ("a-", false), ("_a", false), (" a", false), ("a.b", false), ("a:b", false), ("@", false),
        ("@@a", false), ("a/b", false), ("a$", false), ("a\u{7F}", false),
    ])
    func `member names are checked`(name: String, isValid: Bool) {
        #expect(JSONAPIValidator.isMemberName(name) == isValid)
    }
}
