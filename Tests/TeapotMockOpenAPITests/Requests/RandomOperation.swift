import Foundation
import Teapot
import TeapotTestSupport

/// A random operation with a valid request, and with changes that make the request invalid.
struct RandomOperation {
    typealias Step = (inout RequestDraft) -> Void

    /// A change of one step, with the place and the status of the fault.
    struct Break {
        var step: Int
        var change: Step
        var pointer: String
        var status: Int
    }

    var random: SeededGenerator
    var parts: [String] = []
    private(set) var steps: [Step] = []
    private(set) var breaks: [Break] = []

    static let components = #"""
        {"securitySchemes":{"bearer":{"type":"http","scheme":"bearer"},"basic":{"type":"http","scheme":"basic"},
        "key":{"type":"apiKey","in":"header","name":"X-Key"},"item":{"type":"apiKey","in":"query","name":"key"},
        "cookie":{"type":"apiKey","in":"cookie","name":"sid"}}}
        """#

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        addSecurity()
        let count = number(1...6)
        parts.append(#""parameters":[\#((0..<count).map { parameter("p\($0)") }.joined(separator: ","))]"#)
        addBody()
    }

    /// The operation, as JSON.
    var text: String { "{" + parts.joined(separator: ",") + "}" }

    /// Returns the request, with one change or none.
    func draft(with change: Break? = nil) -> RequestDraft {
        var draft = RequestDraft()
        for (index, step) in steps.enumerated() { (index == change?.step ? change?.change : step)?(&draft) }
        return draft
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...(values.count - 1))] }

    /// Adds a step, which the breaks added next change.
    mutating func add(_ step: @escaping Step) { steps.append(step) }

    /// Adds a change of the latest step.
    mutating func addBreak(_ pointer: String, _ status: Int, _ change: @escaping Step) {
        breaks.append(Break(step: steps.count - 1, change: change, pointer: pointer, status: status))
    }

    private mutating func addSecurity() {
        let scheme = pick(["bearer", "basic", "key", "item", "cookie", ""])
        parts.append(#""security":[\#(scheme.isEmpty ? "" : #"{"\#(scheme)":[]}"#)]"#)
        switch scheme {
        case "bearer": add { $0.headers["Authorization"] = "Bearer abc" }
        case "basic": add { $0.headers["Authorization"] = "Basic YTpi" }
        case "key": add { $0.headers["x-key"] = "1" }
        case "item": add { $0.query.append("key=1") }
        case "cookie": add { $0.cookies.append("sid=1") }
        default: return
        }
        addBreak("#/security", 401) { _ in }
    }

    private mutating func parameter(_ name: String) -> String {
        let location = pick(["path", "query", "header", "cookie"])
        let sample = sample(prefix: name)
        var styles = [("simple", false), ("simple", true)]
        switch (location, sample.value) {
        case ("path", _): styles += ["label", "matrix"].flatMap { [($0, false), ($0, true)] }
        case ("query", .list):
            styles = ["form", "spaceDelimited", "pipeDelimited"].flatMap { [($0, false), ($0, true)] }
        case ("query", .object): styles = [("form", false), ("form", true), ("deepObject", true)]
        case ("query", .text), ("cookie", _): styles = [("form", false), ("form", true)]
        default: break
        }
        let (style, explodes) = pick(styles)
        let isRequired = location == "path" || Bool.random(using: &random)
        add { $0.add(name, sample.value, in: location, style, explodes: explodes) }
        if isRequired { addBreak("#/\(location)/\(name)", 400) { _ in } }
        for (value, pointer) in sample.wrong {
            addBreak("#/\(location)/\(name)\(pointer)", 400) {
                $0.add(name, value, in: location, style, explodes: explodes)
            }
        }
        return """
            {"name":"\(name)","in":"\(location)","style":"\(style)","explode":\(explodes),"required":\(isRequired),\
            "schema":\(sample.schema)}
            """
    }

    /// A schema with a matching value, and with values that don't match, each with the place of the difference.
    private typealias Sample = (
        schema: String, value: RequestDraft.Value, wrong: [(RequestDraft.Value, String)]
    )

    private mutating func sample(prefix: String) -> Sample {
        let integer = number(1...100)
        switch number(0...8) {
        case 0:
            let schema = #"{"type":"integer","minimum":1,"maximum":100}"#
            return (schema, .text("\(integer)"), ["x", "0", "101", "1.5", "true"].map { (.text($0), "") })
        case 1: return (#"{"type":"number"}"#, .text("\(integer).25"), [(.text("1,5"), ""), (.text("1e"), "")])
        case 2:
            return (#"{"type":"boolean"}"#, .text(pick(["true", "false"])), [(.text("yes"), ""), (.text("1"), "")])
        case 3:
            let schema = #"{"type":"string","enum":["green tea","black,tea","a&b=c","5"]}"#
            return (schema, .text(pick(["green tea", "black,tea", "a&b=c", "5"])), [(.text("blue"), "")])
        case 4: return (#"{"type":["integer","null"]}"#, .text(pick(["7", "null"])), [(.text("x"), "")])
        case 5:
            let schema = #"{"anyOf":[{"type":"string","format":"uuid"},{"type":"integer"}]}"#
            let value = pick(["7", "123e4567-e89b-12d3-a456-426614174000"])
            return (schema, .text(value), [(.text("123x4567"), "")])
        case 6:
            let schema = #"{"type":"array","items":{"type":"integer","maximum":100},"maxItems":3}"#
            let wrong: [(RequestDraft.Value, String)] = [
                (.list(["1", "x"]), "/1"), (.list(["101", "2"]), "/0"), (.list(["1", "2", "3", "4"]), ""),
            ]
            return (schema, .list((0..<number(1...3)).map { "\($0 + integer - 3)" }), wrong)
        case 7:
            let schema = #"{"type":"array","items":{"type":"string","enum":["a","b","5"]}}"#
            return (schema, .list([pick(["a", "5"]), "b"]), [(.list(["a", "c"]), "/1")])
        default:
            let (red, green) = (prefix + "R", prefix + "G")
            let schema = """
                {"type":"object","required":["\(red)"],"properties":{"\(red)":{"type":"integer"},\
                "\(green)":{"type":"boolean"}}}
                """
            let wrong: [(RequestDraft.Value, String)] = [
                (.object([(red, "x"), (green, "true")]), "/\(red)"),
                (.object([(red, "1"), (green, "2")]), "/\(green)"),
                (.object([(green, "true")]), ""),
            ]
            return (schema, .object([(red, "\(integer)"), (green, "false")]), wrong)
        }
    }
}
