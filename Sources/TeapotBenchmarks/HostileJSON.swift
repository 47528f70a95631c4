import Foundation
import Teapot

/// A kind of JSON text designed to cost its reader or writer more than in proportion to its size.
struct HostileJSON: Sendable {
    /// The name in the table.
    let name: String
    /// A closure that creates a text of about this many bytes.
    let text: @Sendable (_ bytes: Int) -> String

    init(_ name: String, text: @escaping @Sendable (_ bytes: Int) -> String) {
        self.name = name
        self.text = text
    }

    /// Returns the text's document.
    func document(_ bytes: Int) throws -> JSON { try JSON(parsing: Data(text(bytes).utf8)) }

    /// Returns a list with as many elements as fit, each created from its index.
    private static func list(_ name: String, of element: @escaping @Sendable (Int) -> String) -> Self {
        Self(name) { "[" + joined($0, element) + "]" }
    }

    /// Returns an object with as many members as fit, each created from its index.
    private static func object(_ name: String, of member: @escaping @Sendable (Int) -> String) -> Self {
        Self(name) { "{" + joined($0, member) + "}" }
    }

    private static func joined(_ bytes: Int, _ piece: (Int) -> String) -> String {
        var text = piece(0)
        var index = 1
        while text.utf8.count < bytes {
            text += "," + piece(index)
            index += 1
        }
        return text
    }

    private static func run(_ unit: String, _ bytes: Int) -> String {
        String(repeating: unit, count: bytes / unit.utf8.count)
    }

    private static func nested(_ opening: String, _ inner: String, _ closing: String, depth: Int) -> String {
        String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
    }

    /// Returns an element of a list whose elements all have the same eight names, in different orders.
    private static func shuffled(_ index: Int) -> String {
        var names = Array("abcdefgh")
        var rest = index &* 7919
        for place in names.indices {
            names.swapAt(place, place + rest % (names.count - place))
            rest /= names.count - place
        }
        return "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    }

    /// Objects: many shapes, few shapes, many names, equal names.
    static let objects: [Self] = [
        list("each shape twice") { "{\"k\($0 / 2)\":1}" },
        list("each shape once") { "{\"k\($0)\":1}" },
        list("each shape thrice, in turns") { "{\"k\($0 % 10_000)\":1,\"b\":2}" },
        list("two orders of names in turns") { $0 % 2 == 0 ? #"{"a":1,"b":2}"# : #"{"b":1,"a":2}"# },
        list("eight names in any order", of: shuffled),
        list("nine names, each alone, in turns") { "{\"\($0 % 9)\":1}" },
        list("wider and wider") { width in "{" + (0...width).map { "\"\($0)\":1" }.joined(separator: ",") + "}" },
        object("one object, no name twice") { "\"\($0)\":1" },
        object("one object, names alike") { "\"\(String(repeating: "x", count: 60))\($0)\":1" },
        object("one object, names of zeros") { "\"\(String(repeating: #"\u0000"#, count: $0 % 200))\($0)\":1" },
        object("one object, one name") { _ in #""a":1"# },
        object("one object, two names") { #""\#($0 % 2)":1"# },
        list("a name twice in each object") { #"{"a":1,"b":2,"a":\#($0)}"# },
        list("a long name") { _ in "{\"\(String(repeating: "x", count: 5_000))\":1}" },
        list("long names that end differently") { "{\"\(String(repeating: "x", count: 5_000))\($0 % 12)\":1}" },
        Self("a name of one letter") { "{\"\(run("x", $0))\":1}" },
        Self("a name of combining marks") { "{\"e\(run("\u{301}\u{316}", $0))\":1}" },
        object("names of combining marks") { "\"e\(String(repeating: "\u{301}\u{316}", count: 20))\($0)\":1" },
        object("names of composed letters") { "\"\(String(repeating: "\u{E9}\u{AC01}", count: 20))\($0)\":1" },
        list("empty objects") { _ in "{}" },
        list("objects 511 levels deep") { _ in nested("{\"a\":", "1", "}", depth: 511) },
        list("objects 511 levels deep, names of their own") {
            "{\"\($0)\":" + nested("{\"a\":", "1", "}", depth: 510) + "}"
        },
    ]

    /// Lists, strings and numbers.
    static let others: [Self] = [
        list("empty lists") { _ in "[]" },
        list("lists 511 levels deep") { _ in nested("[", "", "]", depth: 511) },
        list("lists of lists of one") { _ in "[[[1]]]" },
        list("empty strings") { _ in "\"\"" },
        Self("a string of line feeds escaped") { "[\"\(run(#"\n"#, $0))\"]" },
        Self("a string of letters escaped") { "[\"\(run(#"\u0041"#, $0))\"]" },
        Self("a string of surrogate pairs escaped") { "[\"\(run(#"\ud83d\ude00"#, $0))\"]" },
        Self("a string of one escape in sixteen") { "[\"\(run(#"abcdefghijklmn\n"#, $0))\"]" },
        Self("a string of letters that are not ASCII") { "[\"\(run("é", $0))\"]" },
        Self("a string of letters and control characters") { "[\"\(run(#"a\u0000"#, $0))\"]" },
        Self("a number of digits after the point") { "[0.\(run("7", $0))]" },
        Self("a number of zeros after the point") { "[0.\(run("0", $0))7]" },
        Self("a number of digits and as large an exponent") { "[\(run("7", $0))e-\($0)]" },
        Self("a number of zeros and as large an exponent") { "[0.\(run("0", $0))7e\($0)]" },
        Self("an exponent of zeros") { "[1e\(run("0", $0))1]" },
        Self("an exponent of digits") { "[1e-\(run("7", $0))]" },
        list("numbers of 300 digits") { _ in run("7", 300) },
        list("numbers of 300 digits after the point") { _ in "0." + run("7", 300) },
        list("numbers of 20 digits") { "1844674407370955161\($0 % 10)" },
        list("small exponents") { "\($0 % 1000)e-308" },
        Self("spaces") { "[\(run(" ", $0))]" },
        list("words") { ["true", "false", "null"][$0 % 3] },
    ]

    /// Texts that aren't valid JSON or aren't of the expected kind.
    static let malformed: [Self] = [
        Self("open lists") { run("[", $0) },
        Self("open objects") { run("{\"a\":", $0) },
        Self("lines before the error") { "[" + run("1,\n", $0) + "x" },
        Self("a string without an end") { "[\"" + run("é", $0) },
        Self("a string of escapes without an end") { "[\"" + run(#"\n"#, $0) },
        Self("a number too large") { "[" + run("7", $0) + "]" },
        Self("an exponent too large") { "[1e" + run("7", $0) + "]" },
        Self("a list without an end") { "[" + run("[],", $0) },
        Self("a word without an end") { run("x", $0) },
    ]
}
