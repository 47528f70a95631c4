import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A RequestChecker reads lists and objects in the query` {
    private static let integers = #""schema":{"type":"array","items":{"type":"integer"},"maxItems":3}"#
    private static let color =
        #""schema":{"type":"object","required":["R"],"properties":{"R":{"type":"integer"},"G":{"type":"integer"},"#
        + #""tags":{"type":"array","items":{"type":"integer"}}}}"#

    private static let pair =
        #""schema":{"type":"array","prefixItems":[{"type":"integer"},{"type":"boolean"}],"items":{"type":"string"}}"#
    private static let either =
        #""explode":false,"schema":{"oneOf":[{"type":"array","items":{"type":"integer"}},{"type":"boolean"},"#
        + #"{"type":"object","required":["R"],"properties":{"R":{"type":"integer"}}}]}"#

    @Test(
        arguments: [
            (integers, "p=1&p=2", []),
            (integers, "p=1", []),
            (integers, "p=1,2", ["400 #/0 expected an integer, found “1,2” #/schema/items/type"]),
            (integers, "p=1&p=x", ["400 #/1 expected an integer, found “x” #/schema/items/type"]),
            (integers, "p=1&p=2&p=3&p=4", ["400 # expected at most 3 elements, found 4 #/schema/maxItems"]),
            (#""explode":false,"# + integers, "p=1,2", []),
            (#""explode":false,"# + integers, "p=1%2C2", []),
            (#""explode":false,"# + integers, "p=1&p=2", []),
            (#""explode":false,"# + integers, "p=1,,3", ["400 #/1 expected an integer, found “” #/schema/items/type"]),
            (#""explode":false,"# + integers, "p=", []),
            (#""explode":false,"schema":{"type":"array","maxItems":1}"#, "p=a%2Cb", []),
            (#""style":"spaceDelimited","# + integers, "p=1%202", []),
            (#""style":"spaceDelimited","# + integers, "p=1+2", []),
            (
                #""style":"spaceDelimited","# + integers, "p=1%20x",
                ["400 #/1 expected an integer, found “x” #/schema/items/type"]
            ),
            (#""style":"spaceDelimited","explode":true,"# + integers, "p=1&p=2", []),
            (#""style":"pipeDelimited","# + integers, "p=1%7C2", []),
            (
                #""style":"pipeDelimited","# + integers, "p=1%7Cx",
                ["400 #/1 expected an integer, found “x” #/schema/items/type"]
            ),
            (pair, "p=1&p=true&p=x", []),
            (pair, "p=1&p=2", ["400 #/1 expected a boolean, found “2” #/schema/prefixItems/1/type"]),
            (either, "p=1,2", []),
            (either, "p=R,1", []),
            (either, "p=true", []),
            (either, "p=1,x", ["400 #/1 expected an integer, found “x” #/schema/oneOf/0/items/type"]),
            (color, "R=1&G=2", []),
            (color, "R=1&G=2&other=x", []),
            (color, "other=x", []),
            (
                color, "G=x",
                [
                    "400 # expected a member “R”, found none #/schema/required",
                    "400 #/G expected an integer, found “x” #/schema/properties/G/type",
                ]
            ),
            (#""explode":false,"# + color, "p=R,1,G,2", []),
            (#""explode":false,"# + color, "p=R,1,G", ["400 # expected an object, found “R,1,G” #/schema/type"]),
            (
                #""explode":false,"# + color, "p=R,x",
                ["400 #/R expected an integer, found “x” #/schema/properties/R/type"]
            ),
            (#""style":"deepObject","# + color, "p[R]=1&p[G]=2&p[tags]=1&p[tags]=2", []),
            (#""style":"deepObject","# + color, "p%5BR%5D=1", []),
            (
                #""style":"deepObject","# + color, "p[R]=x&p[G]=2",
                ["400 #/R expected an integer, found “x” #/schema/properties/R/type"]
            ),
            (#""style":"deepObject","# + color, "q[R]=x", []),
            (#""style":"deepObject","required":true,"# + color, "p=1", ["400 # is required #/required"]),
            (
                #""schema":{"type":"object","additionalProperties":{"type":"integer"}}"#, "x=1&y=z",
                ["400 #/y expected an integer, found “z” #/schema/additionalProperties/type"]
            ),
        ] as [ParameterRow])
    func `a list or an object is read in its style`(row: ParameterRow) throws { try expectFaults(of: row) }

    private static let json = "#/content/application~1json/schema"

    @Test(
        arguments: [
            ("p=%7B%22a%22%3A1%7D", []),
            ("p=%7B%22a%22%3A+1%7D", []),
            (
                "p=%7B%22a%22%3A%221%22%7D",
                [
                    "400 #/a expected an integer, found a string \"1\" \(json)/properties/a/type"
                ]
            ),
            (
                "p=%7B%22a%22",
                [
                    "400 # expected JSON with \":\" at line 1, column 5, found the end of the text \(json)"
                ]
            ),
            ("p=1&p=2", ["400 # expected one value, found 2 #"]),
        ] as [(String, [String])])
    func `a value can be JSON`(query: String, faults: [String]) throws {
        let schema = #"{"type":"object","properties":{"a":{"type":"integer"}}}"#
        try expectFaults(of: (#""content":{"application/json":{"schema":\#(schema)}}"#, query, faults))
    }

    @Test func `the members of an open object are the items that no parameter declares`() throws {
        let integers = #"{"type":"object","additionalProperties":{"type":"integer"}}"#
        var contract = try Contract(
            #"""
            {"parameters":[{"name":"p","in":"query","schema":\#(integers)},{"name":"ids[]","in":"query"},
            {"name":"d","in":"query","style":"deepObject","schema":{"type":"object"}}]}
            """#)
        #expect(try contract.faults(query: "a=1&ids[]=x&d[b]=x") == [])
        let type = "#/parameters/0/schema/additionalProperties/type"
        #expect(try contract.faults(query: "a=x") == ["400 #/query/p/a expected an integer, found “x” \(type)"])
    }

    @Test func `a missing name is guessed`() throws {
        var contract = try Contract(
            #"{"parameters":[{"name":"limit","in":"query","required":true},{"name":"limits","in":"query"}]}"#)
        let source = "#/parameters/0/required"
        #expect(
            try contract.faults(query: "limits=1&lmit=5") == [
                "400 #/query/limit is required, but “lmit” was sent; did you mean “limit”? \(source)"
            ])
        #expect(try contract.faults(query: "limits=1&other=5") == ["400 #/query/limit is required \(source)"])
        #expect(try contract.faults(query: "limit=5&lmit=x") == [])
    }

    @Test func `what can't be checked is noted`() throws {
        var contract = try Contract(
            """
            {"parameters":[{"name":"a","in":"query","schema":{"x-y":1}},
            {"name":"b","in":"query","content":{"text/csv":{}}},{"name":"c","in":"body"},{"name":"d","in":"query","content":{"text/csv":{"schema":{"type":"integer"}}}},
            {"name":"e","in":"query","schema":{"$ref":"#/no"}}]}
            """)
        #expect(try contract.faults(query: "a=x&b=x&d=x&e=x") == [])
        let place = "#/paths/~1a/post/parameters"
        #expect(
            contract.notes == [
                "\(place)/2 a parameter can't be in “body”",
                "\(place)/3 a parameter of type “text/csv” can't be checked",
                "\(place)/4/schema/$ref “#/no” doesn't exist",
            ])
    }
}
