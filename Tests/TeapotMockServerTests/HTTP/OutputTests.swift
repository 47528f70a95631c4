import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

@Suite(.inTurn) struct `An output` {
    @Test func `keeps a large body intact, with the bytes before and after it`() {
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        var output = Output()
        var pending = Output()
        output.append("head")
        output.append(body)
        output.append("\r\n")
        output.append("0\r\n\r\n")
        output.move(to: &pending)
        #expect(output.isEmpty && pending.count == 100_011)
        let isSame = pending.withParts { head, rest in
            head.elementsEqual("head".utf8) && body.withUnsafeBytes { $0.baseAddress == rest.baseAddress }
        }
        #expect(isSame)
        var written = Data()
        while !pending.isEmpty {
            let count = pending.withParts(upTo: 30_000) { head, rest in
                written.append(contentsOf: head)
                written.append(contentsOf: rest)
                return head.count + rest.count
            }
            #expect((1...30_000).contains(count))
            pending.didWrite(count)
        }
        #expect(written == Data("head".utf8) + body + Data("\r\n0\r\n\r\n".utf8))
        #expect(pending.count == 0)
    }

    @Test(arguments: [0, 7, 9, 10, 60, 99, 100, 100_000, Int.max])
    func `writes numbers in decimal`(number: Int) {
        var output = Output()
        output.append(number)
        #expect(output.bytes(from: 0).elementsEqual("\(number)".utf8))
    }
}
