import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders
import TeapotMockLive

extension WireMockImport.Reader {
    /// Reads the conditions on a request.
    mutating func rules(_ node: JSONNode) -> [Rule] {
        guard var members = members(node) else { return [] }
        mock.requestNode = node
        var rules: [Rule] = []
        if let node = members.take("method"), let method = text(node) {
            if !method.isToken || method == "GET_OR_HEAD" {
                refuse(node, "the method “\(method.shortened(to: 40))” is not supported")
            } else if method != "ANY" {
                rules.append(.method(Teapot.Method(method)))
                mock.condition.method = method
                if !WireMockImport.MockForm.isNameable(method) {
                    keepOutOfFolders(node, "the names of mocks have no such method")
                }
            }
        }
        rules += url(&members)
        rules += fields(&members)
        if let patterns = elements(members.take("bodyPatterns")) {
            for pattern in patterns { rules += body(pattern).map { [$0] } ?? [] }
            if patterns.count > 1 { keepOutOfFolders(patterns[1], "a mock has one condition on the body") }
        }
        close(members, as: "condition on a request")
        return rules
    }

    /// Reads the conditions on a request's path and query.
    private mutating func url(_ members: inout WireMockImport.Members) -> [Rule] {
        let names = ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]
        let nodes = names.map { members.take($0) }
        let parameters = members.take("pathParameters")
        let given = zip(names, nodes).filter { $0.1 != nil }
        if given.count > 1 {
            let list = given.map { "“\($0.0)”" }.joined(separator: " and ")
            refuse(members.node, "it has \(list); use only one")
            return []
        }
        if given.isEmpty { keepOutOfFolders(members.node, "it is for any path") }
        if let parameters, nodes[4] == nil { refuse(parameters, "it needs a “urlPathTemplate”, which is missing") }
        let rules: [Rule?] = [
            wholeURL(nodes[0]), pattern(nodes[1], withQuery: true), path(nodes[2]), pattern(nodes[3], withQuery: false),
        ].flatMap(\.self)
        return rules.compactMap(\.self) + template(nodes[4], parameters)
    }

    /// Reads a text that must begin with a slash.
    private mutating func pathText(_ node: JSONNode?) -> String? {
        guard let node, let text = text(node) else { return nil }
        if text.hasPrefix("/") { return text }
        refuse(node, "“\(text.shortened(to: 80))” must begin with a slash")
        return nil
    }

    /// Reads a condition on the path and the whole query.
    private mutating func wholeURL(_ node: JSONNode?) -> [Rule?] {
        guard let text = pathText(node) else { return [] }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let items = parts.count == 2 ? Request.items(of: parts[1]) : []
        (mock.condition.exactPath, mock.condition.exactQuery) = (String(parts[0]), items)
        return [
            .path(PathPattern(exactly: Request.segments(of: parts[0]))),
            Rule(QueryMatcher(items: items, isExact: true)),
        ]
    }

    private mutating func path(_ node: JSONNode?) -> [Rule?] {
        guard let node, let text = pathText(node) else { return [] }
        if text.contains("?") {
            refuse(node, "“\(text.shortened(to: 80))” has a query, which is not allowed in a path; write it as “url”")
            return []
        }
        mock.condition.exactPath = text
        return [.path(PathPattern(exactly: Request.segments(of: text)))]
    }

    /// Reads a regular expression for the path as sent, or for the path and the query.
    private mutating func pattern(_ node: JSONNode?, withQuery: Bool) -> [Rule?] {
        guard let node, let text = text(node), let pattern = wholeText(node, text) else { return [] }
        keepOutOfFolders(node, "its path is a regular expression")
        let depth = context.depth
        let name = "\(withQuery ? "the URL" : "the path") matching “\(text.shortened(to: 80))”"
        return [
            pattern.leadingPath.map { .path($0) },
            .matching(name) { request in
                let rest = request.path.withoutSegments(depth)
                let path = rest.isEmpty ? "/" : String(rest)
                let query = withQuery ? request.queryText : ""
                return (try? pattern.matches(query.isEmpty ? path : path + "?" + query)) ?? false
            },
        ]
    }

    /// Reads a path with variables such as `{id}`, and the conditions on those variables.
    private mutating func template(_ node: JSONNode?, _ parameters: JSONNode?) -> [Rule] {
        guard let node, let text = pathText(node) else { return [] }
        var segments: [PathPattern.Segment] = []
        for part in text.split(separator: "/") {
            let name = part.dropFirst().dropLast()
            let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
            if part.hasPrefix("{"), part.hasSuffix("}"), isName {
                segments.append(.variable(String(name)))
            } else if part.contains(where: { "{}*?".contains($0) }) {
                let shown = String(part).shortened(to: 60)
                refuse(node, "the segment “\(shown)” is not supported: a variable is a whole segment such as {id}")
                return []
            } else {
                segments.append(.exact(Request.decode(part)))
            }
        }
        if segments.contains(where: { if case .variable = $0 { true } else { false } }) {
            mock.condition.path = text
            noteInFolders(node, "in a folder of mocks, it also matches longer paths with this ending")
        } else {
            mock.condition.exactPath = text
        }
        var rules: [Rule] = [.path(PathPattern(segments))]
        for (name, parameter) in members(parameters)?.all ?? [] {
            guard let index = segments.firstIndex(of: .variable(name)) else {
                refuse(parameter, "the template has no variable {\(name.shortened(to: 60))}")
                continue
            }
            keepOutOfFolders(parameter, "it has a condition on a variable of the path")
            guard let matcher = matcher(parameter) else { continue }
            let place = context.depth + index
            rules.append(
                .matching("the path's \(name) \(matcher.clause())") { request in
                    let path = Request.segments(of: request.path)
                    return matcher.isMet(by: place < path.count ? path[place] : nil)
                })
        }
        return rules
    }
}
