import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

@Suite(.inTurn) struct `Example values` {
    @Test(arguments: [
        (#"{}"#, #""mint""#),
        (#"true"#, #""mint""#),
        (#"{"type": "string"}"#, #""mint""#),
        (#"{"type": "integer"}"#, #"540"#),
        (#"{"type": "number"}"#, #"19.5"#),
        (#"{"type": "boolean"}"#, #"false"#),
        (#"{"type": "null"}"#, #"null"#),
        (#"{"type": "object"}"#, #"{}"#),
        (#"{"type": "array"}"#, #"[]"#),
        (#"{"type": "array", "items": {"type": "integer"}}"#, #"[466,110]"#),
        (#"{"type": ["null", "integer"]}"#, #"540"#),
        (#"{"const": [1, null]}"#, #"[1,null]"#),
        (#"{"type": "string", "enum": [null, 1, "a"]}"#, #""a""#),
        (#"{"type": "integer", "example": "no", "default": 7}"#, #"7"#),
        (#"{"type": "integer", "examples": [3, 4], "default": 7}"#, #"3"#),
    ])
    func `a value has the type, or is what the schema says`(schema: String, value: String) throws {
        #expect(try example(schema) == value)
    }

    @Test(arguments: [
        ("date-time", #""2024-11-19T16:42:00Z""#), ("date", #""2024-11-19""#), ("time", #""16:42:00Z""#),
        ("duration", #""PT4M""#), ("email", #""hazel.4@example.com""#),
        ("uuid", #""0ed61b88-58e9-4180-aaf3-87c163cfaa93""#),
        ("uri", #""https://example.com/hazel/4""#), ("url", #""https://example.com/hazel/4""#),
        ("uri-reference", #""/hazel/4""#), ("hostname", #""hazel4.example.com""#), ("ipv4", #""192.0.2.4""#),
        ("ipv6", #""2001:db8::4""#),
        ("byte", #""aGF6ZWwgNA==""#), ("binary", #""hazel-Tea-4""#), ("password", #""hazel-Tea-4""#),
        ("phone", #""+12025550143""#), ("no-such", #""ginger""#),
    ])
    func `a string has its format`(format: String, value: String) throws {
        #expect(try example(#"{"type": "string", "format": "\#(format)"}"#) == value)
    }

    @Test(arguments: [
        ("firstName", "string", #""Grace""#), ("last_name", "string", #""Lovelace""#),
        ("customer-email", "string", #""robin.79@example.com""#),
        ("billing_postalCode", "string", #""10115""#), ("createdAt", "string", #""2024-10-22T19:49:00Z""#),
        ("id", "string", #""0ed61b88""#),
        ("currency", "string", #""USD""#), ("imageURL", "string", #""https://example.com/robin/79""#),
        ("title", "string", #""A good day""#),
        ("price", "number", #"54.3"#), ("age", "integer", #"30"#), ("year", "integer", #"1993"#),
        ("lat", "number", #"3.2245"#),
        ("quantity", "integer", #"10"#), ("id", "integer", #"6540"#),
    ])
    func `a text or number is plausible for its name`(name: String, type: String, value: String) throws {
        #expect(try example(#"{"type": "\#(type)"}"#, named: name) == value)
    }

    @Test(arguments: [
        (#"{"minimum": 5, "maximum": 5}"#, #"5"#),
        (#"{"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 2}"#, #"1"#),
        (#"{"exclusiveMinimum": 0, "exclusiveMaximum": 0.001}"#, #"0.0005"#),
        (#"{"multipleOf": 0.01, "minimum": 19.985, "maximum": 19.995}"#, #"19.99"#),
        (#"{"type": "integer", "multipleOf": 1.5, "minimum": 10, "maximum": 12}"#, #"12"#),
        (#"{"allOf": [{"multipleOf": 4}, {"multipleOf": 6}], "minimum": 1, "maximum": 12}"#, #"12"#),
        (#"{"type": "integer", "maximum": -5}"#, #"-43"#),
        (#"{"minimum": 12345678901234567890123, "maximum": 12345678901234567890123}"#, #"12345678901234567890123"#),
        (#"{"minimum": 1e300}"#, #"#: no number that matches was found"#),
        (#"{"type": "integer", "format": "int32", "minimum": 2147483647}"#, #"2147483647"#),
        (#"{"type": "string", "minLength": 3, "maxLength": 3}"#, #""min""#),
        (#"{"type": "string", "minLength": 30}"#, #""mint and a cup of tea and a cu""#),
        (#"{"type": "string", "maxLength": 0}"#, #""""#),
        (#"{"type": "string", "format": "email", "maxLength": 8}"#, #""a4@b.co""#),
        (#"{"type": "string", "format": "email", "minLength": 30}"#, #""hazel.4@example.commmmmmmmmmmm""#),
        (#"{"type": "string", "format": "byte", "minLength": 30}"#, #""aGF6ZWwgNA====================""#),
        (#"{"type": "string", "format": "uri", "minLength": 30}"#, #""https://example.com/hazel/4444""#),
    ])
    func `a number or string is within its limits`(schema: String, value: String) throws {
        #expect(try example(schema) == value)
    }

    @Test(arguments: [
        (#"^[A-Z]{3}-\\d{4}$"#, #""TLC-1566""#), (#"^(GET|POST)$"#, #""POST""#), (#"tea"#, #""tea""#),
        (#"^\\w+\\s\\w+$"#, #""D I""#),
        (#"^[^a-z]{2}$"#, #""CV""#), (#"^a?b*c+$"#, #""c""#), (#"^(?:ab){2,}?$"#, #""abab""#),
        (#"^[\\w.-]+@x\\.test$"#, #""g@x.test""#),
        (#"^(?=.*[A-Z])(?=.*\\d).{8,}$"#, #""8EKkqNWn""#), (#"^\\+?[1-9]\\d{1,14}$"#, #""36""#), (#"^$"#, #""""#),
        (#"[\\]a-]{2}"#, #""]-""#),
        (#"(a)\\1"#, #"#/pattern: no string was found for the pattern (a)\1"#),
        (#"^\\p{Lu}$"#, #"#/pattern: no string was found for the pattern ^\p{Lu}$"#),
        (#"a{3"#, #"#: no value can be checked completely: #/pattern: the pattern a{3 can't be parsed"#),
        (#"(("#, #"#: no value can be checked completely: #/pattern: the pattern (( can't be parsed"#),
    ])
    func `a string matches its pattern`(pattern: String, value: String) throws {
        #expect(try example(#"{"type": "string", "pattern": "\#(pattern)"}"#) == value)
    }
}
