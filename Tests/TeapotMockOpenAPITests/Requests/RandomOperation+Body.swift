import Foundation
import Teapot

extension RandomOperation {
    private typealias Member = (name: String, values: [String])

    private static let schema = """
        {"type":"object","required":["name"],"additionalProperties":false,"properties":{"name":{"type":"string",\
        "minLength":2},"cups":{"type":"integer","minimum":1,"maximum":10},"kind":{"type":"string","enum":["green",\
        "black"]},"tags":{"type":"array","items":{"type":"integer"}},"id":{"type":"integer","readOnly":true}}}
        """

    /// Adds a body: JSON, a form or a multipart form.
    mutating func addBody() {
        let type = pick(["application/json", "application/x-www-form-urlencoded", "multipart/form-data", ""])
        guard !type.isEmpty else { return }
        parts.append(
            #""requestBody":{"required":true,"content":{"\#(type)":{"schema":\#(Self.schema)}}}"#)
        var members: [Member] = [("name", ["Assam 🫖 & co"]), ("cups", ["\(number(1...10))"])]
        if Bool.random(using: &random) { members.append(("kind", [pick(["green", "black"])])) }
        if Bool.random(using: &random) { members.append(("tags", ["1", "\(number(2...9))"])) }
        let valid = members
        add { Self.write(valid, type, &$0) }
        addBreak("#/body", 400) { _ in }
        addBreak("#/header/Content-Type", 415) {
            Self.write(valid, type, &$0)
            $0.headers["Content-Type"] = "text/csv"
        }
        if type != "application/x-www-form-urlencoded" {
            addBreak("#/body", 400) {
                Self.write(valid, type, &$0)
                $0.body.removeLast(5)
            }
        }
        let wrong: [(Member, String)] = [
            (("name", ["A"]), "/name"), (("cups", ["x"]), "/cups"), (("cups", ["11"]), "/cups"),
            (("kind", ["blue"]), "/kind"), (("tags", ["1", "x"]), "/tags/1"), (("extra", ["1"]), "/extra"),
            (("name", []), ""),
        ]
        for (member, pointer) in wrong {
            let changed = valid.filter { $0.name != member.name } + (member.values.isEmpty ? [] : [member])
            addBreak("#/body" + pointer, 422) { Self.write(changed, type, &$0) }
        }
    }

    private static func write(_ members: [Member], _ type: String, _ draft: inout RequestDraft) {
        draft.headers["Content-Type"] = type
        switch type {
        case "application/json":
            let texts = members.map { member in
                let values = member.values.map { Int($0) == nil ? "\"\($0)\"" : $0 }
                let isList = member.name == "tags"
                return "\"\(member.name)\":" + (isList ? "[\(values.joined(separator: ","))]" : values.joined())
            }
            draft.body = Data("{\(texts.joined(separator: ","))}".utf8)
        case "multipart/form-data":
            draft.headers["Content-Type"] = "multipart/form-data; boundary=\"a b\""
            let texts = members.flatMap { member in
                member.values.map {
                    "--a b\r\nContent-Disposition: form-data; name=\"\(member.name)\"\r\n\r\n\($0)\r\n"
                }
            }
            draft.body = Data((texts.joined() + "--a b--\r\n").utf8)
        default:
            let texts = members.flatMap { member in
                member.values.map {
                    let escaped = $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    return "\(member.name)=\(escaped.replacingOccurrences(of: "%20", with: "+"))"
                }
            }
            draft.body = Data(texts.joined(separator: "&").utf8)
        }
    }
}
