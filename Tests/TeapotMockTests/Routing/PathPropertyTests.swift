import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock

/// Tests of random paths, queries and patterns, against a slow and simple model.
@Suite(.inTurn) struct `Paths and queries agree with a simple model` {
    private static let seeds = Size.spread(1...10 as ClosedRange<UInt64>, usual: 5)

    private static func path(_ generator: inout SeededGenerator) -> String {
        let segments = [
            "users", "a", "b", "a%20b", "a b", "%41", "7", "%2F", "%zz", "%", "%E9", "%C3%A9", "é", "", ":id", "*",
            "**", "+",
        ]
        let count = Int.random(in: 0...5, using: &generator)
        let middle = (0..<count).map { _ in segments.randomElement(using: &generator) ?? "" }
        return ["", "/"].randomElement(using: &generator).map { $0 + middle.joined(separator: "/") + $0 } ?? ""
    }

    private static func pattern(_ generator: inout SeededGenerator) -> String {
        let segments = ["users", "a", "b", "a b", "%41", "7", "é", "*", ":id", ":name", ":id", ":", "%2F", "%"]
        let count = Int.random(in: 0...4, using: &generator)
        var parts = (0..<count).map { _ in segments.randomElement(using: &generator) ?? "" }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: parts.append("**")
        case 1: parts.insert("**", at: 0)
        default: break
        }
        return ["", "/"].randomElement(using: &generator).map { $0 + parts.joined(separator: "/") } ?? ""
    }

    @Test(arguments: seeds)
    func `a pattern matches, and binds its variables`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var matched = 0
        for _ in 0..<500 {
            let (text, path) = (Self.pattern(&generator), Self.path(&generator))
            let pattern = PathPattern(text)
            let segments = Request.segments(of: path)
            if segments != SlowModel.segments(path) { Issue.record("\(path)") }
            let expected = SlowModel.match(text, path)
            if pattern.matches(segments) != (expected != nil) { Issue.record("\(text) for \(path)") }
            guard let expected else { continue }
            matched += 1
            var bound: [String: String] = [:]
            pattern.bind(segments, into: &bound)
            if bound != expected { Issue.record("\(text) for \(path): \(bound)") }
        }
        #expect(matched > 20)
    }

    @Test(arguments: seeds)
    func `a single variable has the same value as among all variables`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var asked = 0
        for _ in 0..<500 {
            let (text, path) = (Self.pattern(&generator), Self.path(&generator))
            guard SlowModel.match(text, path) != nil else { continue }
            // Both patterns bind `id` where both can; the base URL has two segments.
            let variables = PathVariables(patterns: [PathPattern(text), PathPattern("*/:id")], depth: 2)
            let request = Request(method: "GET", path: "/v1//x%20y/" + path)
            let all = variables.components(of: request)
            for name in ["id", "name", "**", "other"] {
                asked += all[name] == nil ? 0 : 1
                let value = variables.component(name, of: request)
                if value != all[name] { Issue.record("\(text) for \(path): \(name) is \(value ?? "nil")") }
            }
        }
        #expect(asked > 20)
    }

    @Test(arguments: seeds)
    func `the last matching route of many is chosen, even after some are removed`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var table = RouteTable()
        var model: [(number: Int, pattern: String)] = []
        var chosen = 0
        for _ in 0..<100 {
            if Int.random(in: 0..<4, using: &generator) == 0, let gone = model.randomElement(using: &generator) {
                table.remove(gone.number)
                model.removeAll { $0.number == gone.number }
            }
            let pattern = Self.pattern(&generator)
            let route = Route(
                rules: [.path(pattern)], handler: .responses([Response()]), place: SourcePlace())
            model.append((table.add(route), pattern))
            for _ in 0..<5 {
                let path = Self.path(&generator)
                let found = table.routes(for: Request.segments(of: path)[...]).map(\.number)
                let segments = SlowModel.segments(path)
                let expected = model.filter { SlowModel.match($0.pattern, segments) != nil }.map(\.number)
                if Array(found) != expected.reversed() { Issue.record("\(path)") }
                chosen += expected.isEmpty ? 0 : 1
            }
        }
        #expect(chosen > 100)
    }

    /// Tests routes with a base URL, some with rules, some removed, and requests of either kind.
    @Test(arguments: seeds)
    func `a router matches and binds like the model, with or without rules`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let base = ["", "/v1", "/a%20b/é"].randomElement(using: &generator) ?? ""
        let router = Router(base, journalCapacity: nil)
        var model: [(token: Router.Registration, method: String?, pattern: String)] = []
        var answered = 0
        for _ in 0..<150 {
            if Int.random(in: 0..<4, using: &generator) == 0, let gone = model.randomElement(using: &generator) {
                gone.token.remove()
                model.removeAll { $0.token.number == gone.token.number }
            }
            let pattern = Self.pattern(&generator)
            let method = [nil, "GET", "PUT", "PROPPATCH"].randomElement(using: &generator) ?? nil
            var rules = [Rule.path(pattern)] + (method.map { [Rule(MethodMatcher(method: $0))] } ?? [])
            if Int.random(in: 0..<3, using: &generator) == 0 { rules.append(.matching { _ in true }) }
            let route = Route(rules: rules, handler: .responses([.status(200)]), place: SourcePlace())
            model.append((router.add(route), method, pattern))
            for _ in 0..<5 {
                let path = Self.path(&generator)
                let asked = ["GET", "PUT", "PROPPATCH"].randomElement(using: &generator) ?? "GET"
                let target = base + (path.hasPrefix("/") || base.isEmpty ? path : "/" + path)
                let request: Request =
                    Bool.random(using: &generator)
                    ? .wire(asked, target) : Request(method: asked, path: target)
                let segments = SlowModel.segments(path)
                let expected = model.last {
                    ($0.method ?? asked) == asked && SlowModel.match($0.pattern, segments) != nil
                }
                guard case .now(let answer, let number) = router.resolve(request) else { continue }
                let entry = router.journal.entries.last { $0.number == number }
                if entry?.route?.number != expected?.token.number { Issue.record("\(asked) \(path)") }
                guard !answer.isExplanation, let expected, let entry else { continue }
                answered += 1
                let components = SlowModel.match(expected.pattern, path) ?? [:]
                if entry.components != components { Issue.record("\(expected.pattern) for \(path)") }
                var seen = request
                seen.bindings = router.withState { state in
                    state.table.routes[expected.token.number].map { .route($0.origin.variables) } ?? .none
                }
                for (name, value) in components where seen[name] != value { Issue.record("\(name) of \(path)") }
            }
        }
        #expect(answered > 100)
    }

    @Test(arguments: seeds)
    func `a query is decoded item by item`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", "b", "=", "&", "&", "=", "+", "%20", "%26", "%3D", "%", "%2", "%zz", "%C3%A9", "%C3", "%FF", "é",
            "%00", "%25",
            "20", ";", "/", "?", "%e2%82%ac",
        ]
        for _ in 0..<500 {
            let count = Int.random(in: 0...12, using: &generator)
            let query = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            if Request.items(of: query) != SlowModel.items(query) { Issue.record("\(query)") }
        }
    }
}
