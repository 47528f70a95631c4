import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A RequestChecker reads the query` {
    private static let integer = #""schema":{"type":"integer"}"#
    private static let tea = #""schema":{"type":"string","enum":["black tea","a+b"]}"#
    private static let mixed = #""schema":{"oneOf":[{"type":"integer"},{"type":"string","enum":["all"]}]}"#
    private static let either = #""schema":{"anyOf":[{"type":"integer"},{"type":"array","items":{"type":"boolean"}}]}"#

    @Test(
        arguments: [
            (integer, "p=5", []),
            (integer, "p=-5", []),
            (integer, "p=5.0", []),
            (integer, "", []),
            (integer, "q=x&P=y", []),
            (integer, "p=abc", ["400 # expected an integer, found “abc” #/schema/type"]),
            (integer, "p=5.5", ["400 # expected an integer, found “5.5” #/schema/type"]),
            (integer, "p=007", ["400 # expected an integer, found “007” #/schema/type"]),
            (integer, "p=%205", ["400 # expected an integer, found “ 5” #/schema/type"]),
            (integer, "p", ["400 # expected an integer, found “” #/schema/type"]),
            (integer, "p=1&p=2", ["400 # expected an integer, found a list #/schema/type"]),
            (
                #""schema":{"type":"integer","minimum":1}"#, "p=0",
                ["400 # expected at least 1, found “0” #/schema/minimum"]
            ),
            (
                #""schema":{"type":"integer","format":"int32"}"#, "p=3000000000",
                ["400 # expected an integer of 32 bits, found “3000000000” #/schema/format"]
            ),
            (#""schema":{"type":"number"}"#, "p=-1.5e3", []),
            (#""schema":{"type":"number"}"#, "p=NaN", ["400 # expected a number, found “NaN” #/schema/type"]),
            (#""schema":{"type":"boolean"}"#, "p=true", []),
            (#""schema":{"type":"boolean"}"#, "p=yes", ["400 # expected a boolean, found “yes” #/schema/type"]),
            (#""schema":{"type":"string"}"#, "p=5", []),
            (#""schema":{"type":"string"}"#, "p", []),
            (
                #""schema":{"type":"string","minLength":3}"#, "p=%F0%9F%AB%96",
                ["400 # expected at least 3 characters, found 1: \"🫖\" #/schema/minLength"]
            ),
            (tea, "p=black%20tea", []),
            (tea, "p=black+tea", []),
            (tea, "p=a+b", []),
            (tea, "p=b+a", ["400 # expected \"black tea\" or \"a+b\", found “b+a” #/schema/enum"]),
            (
                #""schema":{"type":"string","format":"date"}"#, "p=2024-02-30",
                ["400 # expected a date such as 2024-01-31, found “2024-02-30” #/schema/format"]
            ),
            (#""schema":{"type":["integer","null"]}"#, "p=null", []),
            (#""schema":{"type":["integer","null"]}"#, "p=", []),
            (
                #""schema":{"type":["integer","boolean"]}"#, "p=x",
                ["400 # expected an integer or a boolean, found “x” #/schema/type"]
            ),
            (mixed, "p=all", []),
            (mixed, "p=7", []),
            (#""schema":{"oneOf":[{"type":"integer","minimum":9},{"type":"string","enum":["all","7"]}]}"#, "p=7", []),
            (either, "p=7", []),
            (either, "p=true", []),
            (
                #""schema":{"allOf":[{"type":"integer"},{"maximum":5}]}"#, "p=7",
                ["400 # expected at most 5, found “7” #/schema/allOf/1/maximum"]
            ),
            (#""schema":{"const":7}"#, "p=7", []),
            (#""schema":{"const":"7"}"#, "p=7", []),
            (#""schema":{}"#, "p=7", []),
            (#""required":true,"schema":{"type":"integer"}"#, "", ["400 # is required #/required"]),
            (#""allowEmptyValue":true,"schema":{"type":"integer"}"#, "p", []),
            (#""allowEmptyValue":true,"schema":{"type":"integer"}"#, "p=", []),
            (
                #""allowEmptyValue":true,"schema":{"type":"integer"}"#, "p=x",
                ["400 # expected an integer, found “x” #/schema/type"]
            ),
        ] as [ParameterRow])
    func `a value is read by its schema`(row: ParameterRow) throws {
        try expectFaults(of: row)
    }

    @Test func `a value is read by the schema that its schema refers to`() throws {
        let schema = ##"{"$ref":"#/paths/~1a/post/x-size"}"##
        var contract = try Contract(
            #"{"x-size":{"type":"integer"},"parameters":[{"name":"p","in":"query","schema":\#(schema)}]}"#)
        #expect(try contract.faults(query: "p=7") == [])
        #expect(try contract.faults(query: "p=x") == ["400 #/query/p expected an integer, found “x” #/x-size/type"])
    }

    @Test(
        arguments: [
            (#""schema":{"type":"integer","nullable":true}"#, "p=null", []),
            (#""schema":{"nullable":true,"allOf":[{"type":"integer"}]}"#, "p=null", []),
            (
                #""schema":{"type":"integer","nullable":true}"#, "p=x",
                ["400 # expected an integer or null, found “x” #/schema/type"]
            ),
            (
                #""schema":{"type":"integer","minimum":1,"exclusiveMinimum":true}"#, "p=1",
                ["400 # expected a number above 1, found “1” #/schema/minimum"]
            ),
        ] as [ParameterRow])
    func `a value is read by the rules of version 3.0`(row: ParameterRow) throws {
        try expectFaults(of: row, version: "3.0.3")
    }
}
