import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockStore

@Suite(.inTurn) struct `Serializing objects that refer to one another` {
    class Node: Serializable {
        let name: String
        var next: Node?
        init(_ name: String) { self.name = name }
    }
    final class Coded: Serializable, Encodable {
        var next: Coded?
    }
    final class Custom: CustomSerializable {
        var next: (any Serializable)?
        func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
            ["next": next?.serialized(transformingKeys: keyTransformer)]
        }
    }
    struct Endless: CustomSerializable {
        func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? { serialized() }
    }
    indirect enum Chain: Serializable {
        case end
        case link(Chain)
    }
    enum Deep { case serializable, encodable, list, chain }

    @Test func `a cycle ends where it closes`() {
        let (a, b) = (Node("a"), Node("b"))
        (a.next, b.next) = (b, a)
        #expect(
            refusal(of: ["nodes": [a]])
                == "nodes[0].next.next: this Node contains itself; conform it to CustomSerializable to choose its JSON"
        )
        let inside = a.serialized() as? [String: any Sendable]
        #expect((inside?["next"] as? [String: any Sendable])?["name"] as? String == "b")
    }

    @Test func `the same object twice isn't a cycle`() throws {
        let node = Node("a")
        #expect(try text([node, node]) == #"[{"name":"a"},{"name":"a"}]"#)
    }

    @Test func `a cycle through an encoding is refused`() {
        let node = Coded()
        node.next = node
        #expect(refusal(of: node)?.hasPrefix("next: this Coded contains itself") == true)
    }

    @Test func `a cycle through custom serializations and transformers is refused`() {
        let (custom, node) = (Custom(), Custom())
        custom.next = SnakecaseTransformer(node)
        node.next = custom
        #expect(refusal(of: custom)?.hasPrefix("next.next: this Custom contains itself") == true)
        #expect(refusal(of: Endless())?.hasPrefix("more than 100 levels of nesting") == true)
    }

    @Test(arguments: [Deep.serializable, .encodable, .list, .chain])
    func `too many levels are refused, on half a megabyte of stack`(kind: Deep) async {
        let refused = await withCheckedContinuation { continuation in
            let thread = Thread {
                var (node, coded, list, chain) = (Node("0"), Coded(), [] as [Any], Chain.end)
                for _ in 1..<1_000 {
                    let outer = Node("0")
                    outer.next = node
                    node = outer
                    let code = Coded()
                    code.next = coded
                    coded = code
                    list = [list]
                    chain = .link(chain)
                }
                let value: Any =
                    switch kind {
                    case .serializable: node
                    case .encodable: coded
                    case .list: list
                    case .chain: chain
                    }
                continuation.resume(returning: refusal(of: value))
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(refused?.hasSuffix("more than 100 levels of nesting can't be serialized") == true)
    }
}
