import Teapot
import TeapotMock
import TeapotMockServer

/// A fuzz target for the parser of requests: cuts make no difference, and a body is as long as its framing declares.
enum RequestFuzzing {
    static func check(_ input: FuzzInput) {
        let limits =
            input.wantsSmallLimits ? Server.Limits(headBytes: 64, bodyBytes: 16) : Server.Limits(bodyBytes: 1 << 20)
        for step in steps(of: input.payload[...], cut: input.pieces, limits: limits) {
            guard case .request(let incoming) = step else { continue }
            checkFraming(of: incoming, limits: limits)
            _ = (incoming.request.form, incoming.request.json, try? incoming.request.multipart())
        }
    }

    /// Returns the steps for bytes as a whole and in pieces, which have to be equal.
    static func steps(
        of bytes: ArraySlice<UInt8>,
        cut pieces: [ArraySlice<UInt8>],
        limits: Server.Limits
    ) -> [RequestParser.Step] {
        let whole = run([bytes], limits: limits)
        let cut = run(pieces, limits: limits)
        expect(whole.steps == cut.steps, "whole \(whole.steps), cut \(cut.steps)")
        expect(whole.end == cut.end, "whole the end is \(whole.end as Any), cut \(cut.end as Any)")
        return whole.steps
    }

    private static func run(
        _ pieces: [ArraySlice<UInt8>],
        limits: Server.Limits
    ) -> (steps: [RequestParser.Step], end: Rejection?) {
        var parser = RequestParser(limits: limits)
        var steps: [RequestParser.Step] = []
        for piece in pieces {
            parser.append(piece)
            reading: while true {
                let step = parser.next()
                switch step {
                case .needsMore: break reading
                case .continueExpected: continue  // Depends on how much of the body has arrived.
                case .request: steps.append(step)
                case .rejected:
                    expect(parser.next() == step, "a rejection is not final")
                    return (steps + [step], parser.prematureEnd)
                }
            }
        }
        return (steps, parser.prematureEnd)
    }

    private static func checkFraming(of incoming: IncomingRequest, limits: Server.Limits) {
        let (request, headers) = (incoming.request, incoming.request.headers)
        expect(request.body.count <= limits.bodyBytes, "a body of \(request.body.count) bytes")
        expect(!request.method.isEmpty && !request.path.isEmpty, "no method or no path")
        expect(headers.values(for: "Host").count <= 1, "hosts \(headers)")
        let lengths = headers.values(for: "Content-Length")
        if headers["Transfer-Encoding"] != nil {
            expect(
                lengths.isEmpty && incoming.minorVersion > 0, "both a length and a coding, or HTTP/1.0: \(headers)"
            )
        } else if let length = lengths.first {
            let isRight = lengths.count == 1 && Int(length) == request.body.count
            expect(isRight, "the lengths \(lengths) and \(request.body.count) bytes")
        } else {
            expect(request.body.isEmpty, "a body of no length")
        }
        for field in headers {
            let value = Array(field.value.utf8)
            expect(field.name.isToken && value.allSatisfy(\.isFieldValueCharacter), "the field \(field)")
        }
    }
}
