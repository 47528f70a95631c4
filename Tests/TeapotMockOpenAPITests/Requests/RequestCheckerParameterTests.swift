import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A RequestChecker reads paths, headers and cookies` {
    private static let integer = #""schema":{"type":"integer"}"#
    private static let integers = #""schema":{"type":"array","items":{"type":"integer"}}"#
    private static let color =
        #""schema":{"type":"object","properties":{"R":{"type":"integer"},"G":{"type":"integer"}}}"#
    private static let type = "#/parameters/0/schema/type"
    private static let itemType = "#/parameters/0/schema/items/type"
    private static let redType = "#/parameters/0/schema/properties/R/type"

    @Test(
        arguments: [
            (integer, "5", []),
            (integer, "x", ["400 #/path/p expected an integer, found “x” \(type)"]),
            (integers, "5,6", []),
            (integers, "5,x", ["400 #/path/p/1 expected an integer, found “x” \(itemType)"]),
            (color, "R,1,G,2", []),
            (color, "R,x,G,2", ["400 #/path/p/R expected an integer, found “x” \(redType)"]),
            (#""explode":true,"# + color, "R=1,G=2", []),
            (#""explode":true,"# + color, "R=x,G=2", ["400 #/path/p/R expected an integer, found “x” \(redType)"]),
            (#""explode":true,"# + color, "R,1", ["400 #/path/p expected an object, found “R,1” \(type)"]),
            (#""style":"label","# + integer, ".5", []),
            (
                #""style":"label","# + integer, "5",
                ["400 #/path/p isn't written in the style “label” #/parameters/0/style"]
            ),
            (#""style":"label","# + integers, ".5,6", []),
            (#""style":"label","explode":true,"# + integers, ".5.6", []),
            (
                #""style":"label","explode":true,"# + integers, ".5.x",
                ["400 #/path/p/1 expected an integer, found “x” \(itemType)"]
            ),
            (#""style":"label","# + color, ".R,1,G,2", []),
            (#""style":"label","explode":true,"# + color, ".R=1.G=2", []),
            (#""style":"matrix","# + integer, ";p=5", []),
            (
                #""style":"matrix","# + integer, ";q=5",
                ["400 #/path/p isn't written in the style “matrix” #/parameters/0/style"]
            ),
            (#""style":"matrix","# + integers, ";p=5,6", []),
            (#""style":"matrix","explode":true,"# + integers, ";p=5;p=6", []),
            (
                #""style":"matrix","explode":true,"# + integers, ";p=5;p=x",
                ["400 #/path/p/1 expected an integer, found “x” \(itemType)"]
            ),
            (#""style":"matrix","# + color, ";p=R,1,G,2", []),
            (#""style":"matrix","explode":true,"# + color, ";R=1;G=2", []),
            (
                #""style":"matrix","explode":true,"# + color, ";R=x;G=2",
                ["400 #/path/p/R expected an integer, found “x” \(redType)"]
            ),
            (#""style":"matrix","schema":{"type":"string"}"#, ";p", []),
            (
                #""style":"matrix","schema":{"type":"string","minLength":1}"#, ";p",
                ["400 #/path/p expected at least 1 character, found 0: \"\" #/parameters/0/schema/minLength"]
            ),
        ] as [ParameterRow])
    func `a path's value is read in its style`(row: ParameterRow) throws {
        var contract = try Contract(parameter: #"{"name":"p","in":"path",\#(row.parameter)}"#)
        #expect(try contract.faults(path: ["p": row.sent]) == row.faults)
        #expect(contract.notes == [])
        let prefix = "400 #/path/p is required"
        #expect(try contract.faults() == ["\(prefix) #/parameters/0"])
    }

    @Test(
        arguments: [
            (integer, "5", []),
            (integer, "x", ["400 #/header/X-P expected an integer, found “x” \(type)"]),
            (integers, "5,6", []),
            (integers, "5, 6", []),
            (integers, "5, x", ["400 #/header/X-P/1 expected an integer, found “x” \(itemType)"]),
            (color, "R,1,G,2", []),
            (#""explode":true,"# + color, "R=1, G=2", []),
            (#""explode":true,"# + color, "R=x, G=2", ["400 #/header/X-P/R expected an integer, found “x” \(redType)"]),
            (
                #""content":{"application/json":{"schema":{"type":"integer"}}}"#, "[",
                [
                    "400 #/header/X-P expected JSON with a value or \"]\" at line 1, column 2, found the end of the text #/parameters/0/content/application~1json/schema"
                ]
            ),
        ] as [ParameterRow])
    func `a header is read by its schema, whatever the case of its name`(row: ParameterRow) throws {
        var contract = try Contract(parameter: #"{"name":"X-P","in":"header","required":true,\#(row.parameter)}"#)
        #expect(try contract.faults(headers: ["x-p": row.sent]) == row.faults)
        #expect(try contract.faults() == ["400 #/header/X-P is required #/parameters/0/required"])
    }

    @Test func `several header lines are a list`() throws {
        var contract = try Contract(parameter: #"{"name":"X-P","in":"header",\#(Self.integers)}"#)
        var headers: Teapot.HeaderFields = ["X-P": "1"]
        headers.append(name: "x-p", value: "y")
        #expect(
            try contract.faults(headers: headers) == [
                "400 #/header/X-P/1 expected an integer, found “y” \(Self.itemType)"
            ])
    }

    @Test(arguments: ["Accept", "content-type", "AUTHORIZATION"])
    func `a header that OpenAPI describes elsewhere is no parameter`(name: String) throws {
        var contract = try Contract(parameter: #"{"name":"\#(name)","in":"header","required":true,\#(Self.integer)}"#)
        #expect(try contract.faults() == [])
        #expect(try contract.faults(headers: [name: "x"]) == [])
    }

    @Test(
        arguments: [
            (integer, "a=1; p=5; b=2", []),
            (integer, "a=1;p=x", ["400 #/cookie/p expected an integer, found “x” \(type)"]),
            (integers, "p=5; p=6", []),
            (#""explode":false,"# + integers, "p=5,6", []),
            (#""explode":false,"# + integers, "p=5,x", ["400 #/cookie/p/1 expected an integer, found “x” \(itemType)"]),
            (color, "R=1; G=2", []),
            (color, "R=x; G=2", ["400 #/cookie/p/R expected an integer, found “x” \(redType)"]),
            (#""explode":false,"# + color, "p=R,1,G,2", []),
            (#""schema":{"type":"string","enum":["a b"]}"#, "p=a%20b", []),
            (#""style":"cookie","schema":{"type":"string","enum":["a%20b"]}"#, "p=a%20b", []),
            (#""required":true,"# + integer, "q=1", ["400 #/cookie/p is required #/parameters/0/required"]),
        ] as [ParameterRow])
    func `a cookie is read by its schema`(row: ParameterRow) throws {
        var contract = try Contract(parameter: #"{"name":"p","in":"cookie",\#(row.parameter)}"#)
        #expect(try contract.faults(headers: ["Cookie": row.sent]) == row.faults)
    }
}
