import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockRedaction

@Suite(.inTurn) struct `The pieces of a redacted body` {
    private func moved(_ pieces: [String], _ type: String = "text/event-stream") -> [String] {
        var response = Response.data(Data(pieces.joined().utf8), contentType: type)
        response.pieces = pieces.enumerated().map { Response.Piece(at: Double($0), count: $1.utf8.count) }
        let redacted = Redaction().redacted(response)
        var rest = redacted.body
        return redacted.pieces.map { piece in
            defer { rest = Data(rest.dropFirst(piece.count)) }
            return "\(Int(piece.time)) " + String(decoding: rest.prefix(piece.count), as: UTF8.self)
        }
    }

    @Test func `keep their boundaries around replacements`() {
        #expect(moved(["ab", "c", "d"]) == ["0 ab", "1 c", "2 d"])
        #expect(
            moved(["data: {\"pin\":", "\"1234\"", "}\n\nda", "ta: x\n\n"])
                == ["0 data: {\"pin\":", "1 \"REDACTED\"", "2 }\n\nda", "3 ta: x\n\n"])
        #expect(
            moved(["token: s3cr3t-1\n", "b\n", "token: s3cr", "3t-2", "\nd"], "text/plain")
                == ["0 token: REDACTED\n", "1 b\n", "2 token: REDACTED", "4 \nd"])
    }

    @Test func `have no boundary within a replacement`() {
        let form = "application/x-www-form-urlencoded"
        #expect(moved(["pin=12", "34", "56&q"], form) == ["0 pin=REDACTED", "2 &q"])
        // The value begins and ends like its replacement.
        #expect(moved(["pin=R", "12E", "D&q"], form) == ["0 pin=REDACTED", "2 &q"])
        #expect(moved(["pin=1", "2", "3"], form) == ["0 pin=REDACTED"])
    }

    @Test func `add up to the body however many lines were replaced`() {
        let key = ["a\n-----BEGIN PRIV", "ATE KEY-----\nabc\n", "-----END PRIVATE KEY-----\n", "b\n"]
        #expect(moved(key, "text/plain") == ["0 a\nREDACTED", "2 \n", "3 b\n"])
    }

    @Test func `don't exist if they don't add up to the body`() {
        #expect(Redaction.moved([Response.Piece(count: 3)], [], of: 2) == [])
    }

    @Test(arguments: 0..<200) func `reveal nothing about a secret, wherever it was cut`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let secrets = ["s3cr3t-value", "REDACTx1y2", "T3d3D3", "R2d2R2d2", "très-5s3cr3t"]
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
        // No boundary is within a replacement.
        var offset = 0
        let places = expected.utf8.indices.filter { expected.utf8[$0...].starts(with: "REDACTED".utf8) }
            .map { expected.utf8.distance(from: expected.startIndex, to: $0) }
        for piece in redacted.pieces {
            offset += piece.count
            #expect(places.allSatisfy { !($0 + 1..<$0 + 8).contains(offset) })
        }
    }
}
