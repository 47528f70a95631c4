import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockLive

extension WireMockImport {
    /// The context shared by all stubs of an import.
    struct Context: Sendable {
        let root: Root
        /// The number of segments in a request's path before the part that URLs match.
        let depth: Int
        /// The options, which determine which headers are secret.
        let options: Teapot.Options
        let seed: UInt64
        /// The passthroughs of stubs, each with its own session.
        let passthroughs = Locked([String: Passthrough]())

        /// Returns the passthrough to a live server, which is created for the first stub that needs it.
        func passthrough(to url: URL) -> Passthrough {
            passthroughs.withLock { known in
                let passthrough = known[url.absoluteString] ?? Passthrough(to: url)
                known[url.absoluteString] = passthrough
                return passthrough
            }
        }
    }

    /// A type that reads the values of a stub and notes problems.
    struct Reader {
        let file: String
        let context: Context
        /// The seed of random delays.
        let seed: UInt64
        private(set) var problems: [Problem] = []
        /// Whether the stub can't be registered.
        private(set) var isRefused = false
        /// The stub as a mock in a folder.
        var mock = WireMockImport.MockForm()
        /// The place that requests response templating, or `nil` if there's none.
        var templating: JSONNode?

        init(file: String, _ context: Context, seed: UInt64) {
            self.file = file
            self.context = context
            self.seed = seed
        }

        /// Notes a problem and omits the stub.
        mutating func refuse(_ node: JSONNode, _ reason: String) {
            isRefused = true
            problems.append(Problem(file: file, at: node.pointer.description, reason, effect: .stubLeftOut))
        }

        /// Notes a part that is missing from the stub's response.
        mutating func note(_ node: JSONNode, _ reason: String) {
            problems.append(Problem(file: file, at: node.pointer.description, reason, effect: .partLeftOut))
        }

        /// Notes a reason that a folder of mocks can't represent the stub.
        mutating func keepOutOfFolders(_ node: JSONNode, _ reason: String) {
            let reason = "it can't be converted to a mock: \(reason)"
            mock.obstacles.append(Problem(file: file, at: node.pointer.description, reason, effect: .stubLeftOut))
        }

        /// Notes a difference between the stub and its mock in a folder.
        mutating func noteInFolders(_ node: JSONNode, _ reason: String) {
            mock.differences.append(Problem(file: file, at: node.pointer.description, reason, effect: .partLeftOut))
        }

        private mutating func refuse(_ node: JSONNode, instead wanted: String) {
            refuse(node, "it is \(node.value.kind.name) and must be \(wanted)")
        }

        /// The WireMock features that could be mistaken for a typo.
        private static let unsupported: Set = [
            "equalToXml", "equalToNumber", "equalToDateTime", "matchesXPath", "matchesJsonSchema", "formParameters",
        ]

        // If there's no value, each of these functions returns no value, without noting a problem.

        /// Returns the value as a text.
        mutating func text(_ node: JSONNode?) -> String? {
            guard let node else { return nil }
            if let text = node.value.text { return text }
            refuse(node, instead: "a string")
            return nil
        }

        /// Returns the value as a Boolean, or `false` if there's none.
        mutating func flag(_ node: JSONNode?) -> Bool {
            guard let node else { return false }
            if let flag = node.value.truth { return flag }
            refuse(node, instead: "true or false")
            return false
        }

        /// Returns the value as a nonnegative number.
        mutating func number(_ node: JSONNode?) -> Double? {
            guard let node else { return nil }
            guard let number = node.value.number else {
                refuse(node, instead: "a number")
                return nil
            }
            if number.double >= 0 { return number.double }
            refuse(node, "it is negative")
            return nil
        }

        /// Returns the value as a whole number.
        mutating func whole(_ node: JSONNode?) -> Int? {
            guard let node else { return nil }
            guard let number = node.value.number else {
                refuse(node, instead: "a whole number")
                return nil
            }
            if let whole = number.integer { return whole }
            refuse(node, "it must be a whole number")
            return nil
        }

        /// Returns the elements of a list.
        mutating func elements(_ node: JSONNode?) -> [JSONNode]? {
            guard let node else { return nil }
            if let elements = node.elements { return elements }
            refuse(node, instead: "a list")
            return nil
        }

        /// Returns the members of an object.
        mutating func members(_ node: JSONNode?) -> Members? {
            guard let node else { return nil }
            if let members = node.value.members { return Members(of: node, members) }
            refuse(node, instead: "an object")
            return nil
        }

        /// Omits the stub if there are members that weren't read.
        ///
        /// - Parameters:
        ///   - members: The members.
        ///   - noun: The noun for them in messages, such as `request field`.
        mutating func close(_ members: Members, as noun: String) {
            for node in members.rest {
                let name = node.name.shortened(to: 60)
                let isTypo = !Self.unsupported.contains(node.name)
                let guess = isTypo ? node.name.closest(among: members.asked).map { "; “\($0)” is" } ?? "" : ""
                refuse(node.node, "“\(name)” is not a supported \(noun)\(guess)")
            }
        }
    }

    /// The members of an object, with a record of those that were read.
    struct Members {
        let node: JSONNode
        private let members: [String: JSONTree]
        /// The names that were read.
        private(set) var asked: [String] = []

        init(of node: JSONNode, _ members: [String: JSONTree]) {
            self.node = node
            self.members = members
        }

        /// Returns a member by name; a member that is `null` counts as missing.
        mutating func take(_ name: String) -> JSONNode? {
            asked.append(name)
            guard let value = members[exactly: name], value != .null else { return nil }
            return node.member(name, value)
        }

        /// Returns a member by name; an empty member counts as missing.
        mutating func takeUnlessEmpty(_ name: String) -> JSONNode? {
            take(name).flatMap { $0.value.isEmpty ? nil : $0 }
        }

        /// The members, sorted by name.
        var all: [(name: String, node: JSONNode)] {
            members.sorted { $0.key < $1.key }.map { ($0.key, node.member($0.key, $0.value)) }
        }

        /// The members that weren't read, sorted by name.
        var rest: [(name: String, node: JSONNode)] { all.filter { !asked.contains($0.name) } }
    }
}
