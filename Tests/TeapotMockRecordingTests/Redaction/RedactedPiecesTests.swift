import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock
@testable import TeapotMockRecording

@Suite(.inTurn) struct `The pieces of a redacted body` {
    private func moved(_ pieces: [String], to redacted: String) -> [String] {
        let body = Data(pieces.joined().utf8)
        let all = pieces.enumerated().map { Response.Piece(at: Double($0), count: $1.utf8.count) }
        var rest = Data(redacted.utf8)
        return Redaction.moved(all, from: body, to: rest).map { piece in
            defer { rest = Data(rest.dropFirst(piece.count)) }
            return "\(Int(piece.time)) " + String(decoding: rest.prefix(piece.count), as: UTF8.self)
        }
    }

    @Test func `keep their borders around what was replaced`() {
        #expect(moved(["ab", "c", "d"], to: "abcd") == ["0 ab", "1 c", "2 d"])
        #expect(
            moved(
                ["data: {\"pin\":", "\"12\"", "}\n\nda", "ta: x\n\n"],
                to: "data: {\"pin\":\"REDACTED\"}\n\ndata: x\n\n")
                == ["0 data: {\"pin\":", "1 \"REDACTED\"", "2 }\n\nda", "3 ta: x\n\n"])
        #expect(
            moved(["a: secret\n", "b\n", "c: se", "cret", "\nd"], to: "a: REDACTED\nb\nc: REDACTED\nd")
                == ["0 a: REDACTED\n", "1 b\n", "2 c: REDACTED", "4 \nd"])
    }

    @Test func `have none within a replacement`() {
        #expect(moved(["p=12", "34", "56&q"], to: "p=REDACTED&q") == ["0 p=REDACTED", "2 &q"])
        // The value begins and ends as its replacement does.
        #expect(moved(["p=R", "12E", "D&q"], to: "p=REDACTED&q") == ["0 p=REDACTED", "2 &q"])
        #expect(moved(["p=1", "2", "3"], to: "p=REDACTED") == ["0 p=REDACTED"])
    }

    @Test func `make up the body however lines were replaced`() {
        #expect(moved(["a\ns", "e\ncret\n", "b\n"], to: "a\nREDACTED\nb\n") == ["0 a\nREDACTED", "1 \n", "2 b\n"])
        #expect(moved(["ab"], to: "") == [])
        #expect(moved(["abc", "d"], to: "d") == ["1 d"])
    }

    @Test func `are none if they did not make up the body`() {
        let pieces = [Response.Piece(count: 3)]
        #expect(Redaction.moved(pieces, from: Data("ab".utf8), to: Data("a".utf8)) == [])
    }

    @Test(arguments: 0..<200) func `say nothing about a secret, wherever it was cut`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let secrets = ["s3cr3t-value", "REDACT", "TED", "R", "12", "0", "très sécret"]
        func body(_ secret: (Int) -> String) -> String {
            (0..<6).map { "data: {\"n\":\($0),\"token\":\"\(secret($0))\",\"text\":\"é\($0)\"}\n\n" }.joined()
        }
        let chosen = (0..<6).map { _ in secrets.randomElement(using: &generator) ?? "" }
        let text = Data(body { chosen[$0] }.utf8)
        var (pieces, rest) = ([Response.Piece](), text.count)
        while rest > 0 {
            let count = Int.random(in: 1...min(rest, 40), using: &generator)
            pieces.append(Response.Piece(at: Double(pieces.count), count: count))
            rest -= count
        }
        var response = Response.data(text, contentType: "text/event-stream")
        response.pieces = pieces
        let redacted = Redaction().redacted(response)
        let expected = body { _ in "REDACTED" }
        #expect(String(decoding: redacted.body, as: UTF8.self) == expected)
        #expect(redacted.hasPieces)
        #expect(redacted.pieces.allSatisfy { $0.count > 0 })
        // No border is within a replacement.
        var offset = 0
        let places = expected.utf8.indices.filter { expected.utf8[$0...].starts(with: "REDACTED".utf8) }
            .map { expected.utf8.distance(from: expected.startIndex, to: $0) }
        for piece in redacted.pieces {
            offset += piece.count
            #expect(places.allSatisfy { !($0 + 1..<$0 + 8).contains(offset) })
        }
    }
}
