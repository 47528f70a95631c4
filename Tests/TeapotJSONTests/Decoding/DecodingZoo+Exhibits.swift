import Foundation

extension DecodingZoo {
    private static let person = #"{"id":1234567,"name":"Ada Lovelace","active":true,"score":9.5}"#
    private static let special =
        #""date":"2024-02-29T12:30:45Z","data":"SGVsbG8=","url":"https://example.com/a?b=c""#
        + #","decimal":12.3456789,"uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#
    private static let tree = #"{"value":1,"left":{"value":2,"left":null},"right":{"value":3,"right":{"value":4}}}"#

    static let exhibits: [Exhibit] = [
        Exhibit(Person.self, person), Exhibit([Person].self, "[\(person),\(person)]"),
        Exhibit([String: Person].self, #"{"a":\#(person),"is_on":\#(person)}"#), Exhibit(Person?.self, person),
        Exhibit(Point.self, #"{"x":1.25,"y":-3e2}"#), Exhibit([Point?].self, #"[{"x":0.1,"y":0.1},null]"#),
        Exhibit(Colour.self, #""red""#), Exhibit([Colour].self, #"["red","blue"]"#), Exhibit(Level.self, "2"),
        Exhibit(
            Everything.self,
            #"{"bool":true,"int":-5,"int8":127,"int16":-32768,"int32":2147483647,"int64":9223372036854775807,"uint":7,"#
                + #""uint8":255,"uint16":65535,"uint32":4294967295,"uint64":18446744073709551615,"float":0.1,"#
                + #""double":0.1,"string":"x","big":170141183460469231731687303715884105727,"vast":5}"#),
        Exhibit(Maybe.self, #"{"bool":true,"int":1,"float":2.5,"list":[1,null],"twice":null,"string":"s","double":1}"#),
        Exhibit(Maybe.self, #"{\#(special),"int8":null,"uint64":3,"point":{"x":1,"y":2},"big":4,"twice":6}"#),
        Exhibit(Maybe.self, #"{"date":12345.5,"data":[1,2,3]}"#),
        Exhibit(Special.self, "{\(special)}"),
        Exhibit(Special.self, "{\(special)}".replacing(#""2024-02-29T12:30:45Z""#, with: "1700000000.25")),
        Exhibit(
            Specials.self,
            #"{"dates":["2024-02-29T12:30:45Z"],"datas":["AAEC",null],"urls":["a/b"],"decimals":[1,0.1,-2.50,1e20],"#
                + #""byName":{"x_y":"2024-02-29T12:30:45+02:00"},"byColour":{"red":1.10}}"#),
        Exhibit(
            Specials.self,
            #"{"dates":[1,2.5],"datas":[],"urls":[],"decimals":[],"byName":{"x_y":1700000000},"byColour":{}}"#),
        Exhibit(
            SnakeCase.self,
            #"{"one_two":1,"url_string":"x","is_on":true,"items":[{"first_name":"a","address_line_1":"b"},"#
                + #"{"first_name":"a","wrapped_value":{"some_key":1,"other":2}}]}"#),
        Exhibit(SnakeCase.self, #"{"oneTwo":1,"items":[{"firstName":"a"},{"firstName":"b","addressLine1":null}]}"#),
        Exhibit(Renamed.self, #"{"first-name":1,"a name that is longer than fifteen bytes":"x"}"#),
        Exhibit(Accents.self, "{\"e\u{301}\":1,\"\u{212A}\":2,\"\":\"x\"}"),
        Exhibit(Accents.self, #"{"\u00e9":1,"K":2}"#),
        Exhibit(Numbered.self, #"{"zero":"x","one":1}"#), Exhibit(Numbered.self, #"{"0":"x","1":1}"#),
        Exhibit(Shape.self, #"{"circle":{"radius":1.5}}"#), Exhibit(Shape.self, #"{"square":{"_0":2,"label":"l"}}"#),
        Exhibit(Shape.self, #"{"group":{"_0":[{"nothing":{}},{"square":{"_0":1}}],"around":{"circle":{"radius":1}}}}"#),
        Exhibit(Tree.self, tree), Exhibit(Box<Tree>.self, #"{"value":\#(tree)}"#),
        Exhibit(Animal.self, #"{"name":"Rex","age":3}"#),
        Exhibit(Dog.self, #"{"tricks":["sit"],"super":{"name":"Rex","age":3}}"#),
        Exhibit([Cat].self, #"[{"base":{"name":"Tom"}},{"lives":3,"base":{"name":"Tim"}}]"#),
        Exhibit(Puppy.self, #"{"name":"Rex","weeks":7}"#),
        Exhibit(Flattened.self, #"{"address":{"city":"Bern","codes":[1,2,3],"more":{"deep":true}}}"#),
        Exhibit(Anything.self, #"{"a":[1,2.5,"x",null,true,{"b":{}}],"c":[]}"#), Exhibit([Anything].self, "[[[1]],{}]"),
        Exhibit(Lossy.self, #"[1,"x",2,null,{"a":1},3.5,[],9]"#), Exhibit([Lossy].self, #"[[1,1.5],["x"],[]]"#),
        Exhibit(Tuple.self, #"[1,"x",[1,2.5]]"#), Exhibit([Tuple].self, "[[1,null,[]],[2,\"y\",[0]]]"),
        Exhibit(Box<Int>.self, #"{"value":1}"#),
        Exhibit(Box<[String: Box<Double?>]>.self, #"{"value":{"a_b":{"value":1}}}"#),
        Exhibit(Wrapped.self, "5"), Exhibit([Wrapped].self, "[1,2]"), Exhibit([String: Wrapped].self, #"{"a":1}"#),
        Exhibit(WithDefaults.self, #"{"id":1,"name":null,"date":"2024-02-29T12:30:45Z"}"#),
        Exhibit(WithDefaults.self, #"{"id":1,"name":"n","date":700000000.5}"#),
        Exhibit(Curious.self, #"{"id":1,"name":"x","more":{"name":"y"},"list":[1]}"#),
        Exhibit(Tagged.self, #"{"kind":"point","x":1,"y":2}"#),
        Exhibit([Tagged].self, #"[{"kind":"?"},{"kind":"person"}]"#),
        Exhibit(Tagged.self, person.replacing("{", with: #"{"kind":"person","#)),
        Exhibit(
            Dictionaries.self,
            #"{"plain":{"a_b":1,"c":2},"numbered":{"1":"x","-5":"y"},"coloured":{"red":{"x":1,"y":2}},"#
                + #""identified":{"some_id":[1]},"pairs":[1,true,2,false],"nested":{"x_y":{"z_w":{"first_name":"n"}}}}"#
        ),
        Exhibit(
            Collections.self,
            #"{"set":[1,2,2],"matrix":[[1,2.5],[]],"people":[\#(person)],"optionals":["x",null],"bytes":[1,-1],"#
                + #""contiguous":[1,65535],"bools":[true,false],"floats":[0.1,1e10]}"#),
        Exhibit(
            Foundations.self,
            #"{"components":{"year":2024,"month":2},"range":[1,5],"closed":[0.5,1],"#
                + #""size":[1,2.5],"length":{"value":1.5,"unit":{"symbol":"m","converter":{"coefficient":1,"constant":0}}}}"#
        ),
        Exhibit(Picky.self, person), Exhibit([Picky].self, "[\(person.replacing("1234567", with: "5"))]"),
        Exhibit(Elsewhere.self, "{}"), Exhibit([String: [Elsewhere]].self, #"{"a_b":[1,null,{}]}"#),
        Exhibit(Int.self, "42"), Exhibit(String.self, #""a\nb""#), Exhibit(Double.self, "1e-5"),
        Exhibit(Bool.self, "true"),
        Exhibit(Decimal.self, "0.1234567890123456789"), Exhibit(Float.self, "16777217"), Exhibit(Int?.self, "null"),
        Exhibit([Int].self, "[1,2,3]"), Exhibit([Double].self, "[1,2.5,-0]"),
        Exhibit([String].self, #"["a","b\u0041"]"#),
        Exhibit([UInt8].self, "[0,255]"), Exhibit([[Int]].self, "[[1],[],[2,3]]"),
        Exhibit(Set<String>.self, #"["a","a"]"#),
        Exhibit([String: String].self, #"{"a_b":"x","a":"y"}"#), Exhibit([String: Int?].self, #"{"a_b":1,"a":null}"#),
        Exhibit([String: [String: [Int]]].self, #"{"a_b":{"c_d":[1]}}"#), Exhibit([Int: Int].self, #"{"1":2,"3":4}"#),
        Exhibit([String: Anything].self, #"{"a_b":{"c_d":[1,1.5]},"x":"y"}"#),
    ]
}
