import Teapot

extension WireMockImport {
    /// What all stubs of an import share.
    struct Context: Sendable {
        let root: Root
        /// How many segments of a request's path stand before those that URLs are for.
        let depth: Int
        /// Which header fields are secret.
        let options: Teapot.Options
        let seed: UInt64
        /// Those that stubs hand requests on by, each of which has a session of its own.
        let passthroughs = Guarded([String: Passthrough]())

        /// What hands requests on to a live server, made for the first stub that asks.
        func passthrough(to url: URL) -> Passthrough {
            passthroughs.withLock { known in
                let passthrough = known[url.absoluteString] ?? Passthrough(to: url)
                known[url.absoluteString] = passthrough
                return passthrough
            }
        }
    }

    /// Reads the values of one stub, and notes what is wrong with it.
    struct Reader {
        let file: String
        let context: Context
        /// What random delays are made of.
        let seed: UInt64
        private(set) var problems: [Problem] = []
        /// Whether the stub can't be registered.
        private(set) var isRefused = false

        init(file: String, _ context: Context, seed: UInt64) {
            self.file = file
            self.context = context
            self.seed = seed
        }

        /// Leaves the stub out.
        mutating func refuse(_ node: Node, _ reason: String) {
            isRefused = true
            problems.append(Problem(file: file, at: node.pointer, reason, effect: .stubLeftOut))
        }

        /// Says that the stub answers without something.
        mutating func note(_ node: Node, _ reason: String) {
            problems.append(Problem(file: file, at: node.pointer, reason, effect: .partLeftOut))
        }

        private mutating func refuse(_ node: Node, _ kind: Kind, instead wanted: String) {
            refuse(node, "it is \(kind.name) and has to be \(wanted)")
        }

        /// What WireMock has that is like something else.
        private static let unsupported: Set = [
            "equalToXml", "equalToNumber", "equalToDateTime", "matchesXPath", "matchesJsonSchema", "formParameters",
        ]

        // Each gives nothing, in silence, where there is no value.

        /// The text that a value is.
        mutating func text(_ node: Node?) -> String? {
            guard let node else { return nil }
            switch Kind(node.value) {
            case .text(let text): return text
            case let kind:
                refuse(node, kind, instead: "a string")
                return nil
            }
        }

        /// The truth value that a value is; `false` where there is none.
        mutating func flag(_ node: Node?) -> Bool {
            guard let node else { return false }
            switch Kind(node.value) {
            case .flag(let flag): return flag
            case let kind:
                refuse(node, kind, instead: "true or false")
                return false
            }
        }

        /// The number that a value is, if it is not below zero.
        mutating func number(_ node: Node?) -> Double? {
            guard let node else { return nil }
            switch Kind(node.value) {
            case .number(let number):
                if number >= 0 { return number }
                refuse(node, "it is below zero")
            case let kind: refuse(node, kind, instead: "a number")
            }
            return nil
        }

        /// The whole number that a value is.
        mutating func whole(_ node: Node?) -> Int? {
            guard let node else { return nil }
            switch Kind(node.value) {
            case .number(let number):
                if let whole = Int(exactly: number) { return whole }
                refuse(node, "it has to be a whole number")
            case let kind: refuse(node, kind, instead: "a whole number")
            }
            return nil
        }

        /// The elements that a list has.
        mutating func elements(_ node: Node?) -> [Node]? {
            guard let node else { return nil }
            switch Kind(node.value) {
            case .list(let elements): return elements.enumerated().map { node.child("\($0.offset)", $0.element) }
            case let kind:
                refuse(node, kind, instead: "a list")
                return nil
            }
        }

        /// The members that an object has.
        mutating func members(_ node: Node?) -> Members? {
            guard let node else { return nil }
            switch Kind(node.value) {
            case .object(let members): return Members(of: node, members)
            case let kind:
                refuse(node, kind, instead: "an object")
                return nil
            }
        }

        /// Leaves the stub out if there are members that nobody asked for.
        ///
        /// - Parameters:
        ///   - members: The members.
        ///   - noun: What they are, such as `request field`.
        mutating func close(_ members: Members, as noun: String) {
            for node in members.rest {
                let name = node.name.shortened(to: 60)
                let isTypo = !Self.unsupported.contains(node.name)
                let guess = isTypo ? node.name.closest(among: members.asked).map { "; “\($0)” is" } ?? "" : ""
                refuse(node.node, "“\(name)” is no \(noun) that is supported\(guess)")
            }
        }
    }

    /// The members of an object, each of which somebody has to ask for.
    struct Members {
        let node: Node
        private let members: [String: any Sendable]
        /// The names that were asked for.
        private(set) var asked: [String] = []

        init(of node: Node, _ members: [String: any Sendable]) {
            self.node = node
            self.members = members
        }

        /// A member by its name; one that is `null` is none.
        mutating func take(_ name: String) -> Node? {
            asked.append(name)
            guard let value = members[name], !(value is NSNull) else { return nil }
            return node.child(name, value)
        }

        /// A member by its name; one that is empty is none.
        mutating func takeUnlessEmpty(_ name: String) -> Node? {
            take(name).flatMap { Kind($0.value).isEmpty ? nil : $0 }
        }

        /// The members in the order of their names.
        var all: [(name: String, node: Node)] {
            members.sorted { $0.key < $1.key }.map { ($0.key, node.child($0.key, $0.value)) }
        }

        /// Those that nobody asked for, in the order of their names.
        var rest: [(name: String, node: Node)] { all.filter { !asked.contains($0.name) } }
    }
}
