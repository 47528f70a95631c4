import Foundation
import Teapot
import TeapotMock

/// A fuzz target for the decoder of multipart bodies: the client can send the result again, and decoding it again gives
/// the same parts.
///
/// The input's first line is the `Content-Type`, the rest is the body.
enum MultipartFuzzing {
    private static let client = MockTeapot(router: Router())

    static func check(_ input: FuzzInput) {
        let type = input.payload.prefix { $0 != 0x0A }
        let body = Data(input.payload.dropFirst(type.count + 1))
        switch parts(of: body, type: String(decoding: type, as: UTF8.self)) {
        case .success(let parts): checkSentAgain(parts)
        case .failure(let error):
            expect(!error.description.isEmpty, "an error without a word")
            if let place = error.byteOffset { expect((0...body.count).contains(place), "an error at byte \(place)") }
        }
    }

    private static func parts(of body: Data, type: String) -> Result<[Request.Part], MultipartError> {
        let request = Request(method: "POST", path: "/", headers: ["Content-Type": type], body: body)
        return Result { () throws(MultipartError) in try request.multipart() }
    }

    private static func checkSentAgain(_ parts: [Request.Part]) {
        // The boundary is unlikely to occur in the data, but check anyway.
        var number = 0
        while parts.contains(where: { $0.data.range(of: Data("--b\(number)".utf8)) != nil }) { number += 1 }
        let again: [Request.Part]
        do {
            let sent = parts.map {
                Teapot.Part.data($0.name, $0.data, filename: $0.filename, contentType: sendableType(of: $0))
            }
            let request = try client.makeRequest(.post, "/", parameters: .multipart(sent, boundary: "b\(number)"))
            guard case .data(let data) = request.body else { return expect(false, "the body is no data") }
            again = try self.parts(of: data, type: request.headers["Content-Type"] ?? "").get()
        } catch {
            return expect(false, "\(parts) can't be sent again: \(error)")
        }
        expect(again.count == parts.count, "\(parts) came back as \(again)")
        for (part, other) in zip(parts, again) {
            let isSame =
                Array(part.name.utf8) == Array(other.name.utf8)
                && part.filename.map { Array($0.utf8) } == other.filename.map { Array($0.utf8) }
                && part.data == other.data && other.contentType == sendableType(of: part)
            expect(isSame, "\(part) came back as \(other)")
        }
    }

    /// Returns a part's media type, or another one if the client would refuse to send it or it's surrounded by spaces.
    private static func sendableType(of part: Request.Part) -> String {
        guard let type = part.contentType, type.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            type.utf8.first != 0x20, type.utf8.last != 0x20
        else { return "application/octet-stream" }
        return type
    }
}
