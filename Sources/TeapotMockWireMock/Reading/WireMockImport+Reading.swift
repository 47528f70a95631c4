import Teapot
import TeapotMock
import TeapotMockDocuments

extension WireMockImport {
    /// A stub that can be registered.
    struct Stub: Sendable {
        let rules: [Rule]
        let handler: Route.Handler
        let transition: StateTransition?
        /// The priority; stubs with lower numbers are tried first.
        let priority: Int
        /// The file and, if it has several stubs, the place in it.
        let source: String
        /// The stub as a mock in a folder.
        let mock: MockForm

        func route(at place: SourcePlace) -> Route {
            var route = Route(rules: rules, handler: handler, isExact: true, place: place, source: source)
            route.transition = transition
            route.isOptional = true
            return route
        }
    }

    /// The contents of a file.
    typealias Reading = (stubs: [Stub], leftOut: Int, problems: [Problem])

    /// Reads a file of mappings.
    static func read(_ file: Root.File, _ context: Context) -> Reading {
        let root: JSONNode
        do {
            root = JSONNode(try JSONTree(parsing: file.data))
        } catch {
            return ([], 0, [Problem(file: file.path, error)])
        }
        guard let members = root.value.members else {
            let reason = "it is \(root.value.kind.name) and must be a stub, or an object with a list “mappings”"
            return ([], 0, [Problem(file: file.path, at: "", reason, effect: .fileLeftOut)])
        }
        guard let mappings = members["mappings"] else { return read([root], of: file, context) }
        guard let elements = root.member("mappings", mappings).elements else {
            let reason = "it is \(mappings.kind.name) and must be a list"
            return ([], 0, [Problem(file: file.path, at: "/mappings", reason, effect: .fileLeftOut)])
        }
        var reading = read(elements, of: file, context)
        // `meta` has the number of mappings, as in WireMock's own responses.
        for name in members.keys.sorted() where name != "mappings" && name != "meta" {
            let place = root.pointer.member(name).description
            let reason = "“\(name.shortened(to: 60))” next to “mappings” is not supported"
            reading.problems.append(Problem(file: file.path, at: place, reason, effect: .partLeftOut))
        }
        return reading
    }

    private static func read(_ nodes: [JSONNode], of file: Root.File, _ context: Context) -> Reading {
        var reading: Reading = ([], 0, [])
        for (index, node) in nodes.enumerated() {
            // Each stub has its own sequence of delays, independent of requests to other stubs.
            var seed = context.seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15
            for byte in file.path.utf8 { seed = (seed ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            var reader = Reader(file: file.path, context, seed: seed)
            if let stub = reader.stub(node) { reading.stubs.append(stub) } else { reading.leftOut += 1 }
            reading.problems += reader.problems
        }
        return reading
    }
}

extension WireMockImport.Reader {
    /// Reads a stub; if it can't be registered, this notes the problem and returns `nil`.
    mutating func stub(_ node: JSONNode) -> WireMockImport.Stub? {
        guard var members = members(node) else { return nil }
        // The stub's names, and data that WireMock stores with it.
        for name in ["id", "uuid", "name", "metadata", "persistent", "insertionIndex"] { _ = members.take(name) }
        for name in ["postServeActions", "serveEventListeners"] {
            if let node = members.takeUnlessEmpty(name) { note(node, "actions after a response are not supported") }
        }
        let priorityNode = members.take("priority")
        let priority = whole(priorityNode) ?? 5
        mock.priority = priorityNode
        let transition = transition(&members)
        guard let request = members.take("request") else {
            refuse(node, "it has no “request”, so it would answer all requests; write {} if that is intended")
            return nil
        }
        let rules = rules(request)
        let handler = handler(members.take("response") ?? node.member("response", .object([:])))
        close(members, as: "field of a stub")
        guard !isRefused, let handler else { return nil }
        let pointer = node.pointer.description
        let source = file + (pointer.isEmpty ? "" : " " + pointer)
        return WireMockImport.Stub(
            rules: rules, handler: handler, transition: transition, priority: priority, source: source,
            mock: mock)
    }

    private mutating func transition(_ members: inout WireMockImport.Members) -> StateTransition? {
        let name = members.take("scenarioName")
        let scenario = text(name)
        if let name { keepOutOfFolders(name, "its scenario has states") }
        let states = [members.take("requiredScenarioState"), members.take("newScenarioState")]
        let required = text(states[0])
        let next = text(states[1])
        guard let scenario else {
            for node in states.compactMap(\.self) { refuse(node, "it has no effect without a “scenarioName”") }
            return nil
        }
        return StateTransition(scenario: scenario, required: required, next: next)
    }
}
