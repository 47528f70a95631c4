import Foundation
import Teapot
import TeapotMock
import TeapotMockLive

extension HAREntryReader {
    /// Reads the pieces in which a response's body arrived, unless they don't add up to the body.
    mutating func readPieces(of response: inout Response, in node: HARNode) {
        let place = node.place(of: "_pieces")
        do throws(HAR.Problem) {
            guard let text = try node.text("_pieces") else { return }
            do throws(WrittenPieces.ParsingError) { response.pieces = try WrittenPieces.pieces(text) } catch {
                throw place.problem(error.reason + "; the body is replayed in one piece.")
            }
            guard response.hasPieces || response.pieces.isEmpty else {
                let (total, length) = (response.pieces.total ?? 0, response.body.count)
                response.pieces = []
                throw place.problem(
                    "The pieces have \(String(counting: total, "byte")), and the body has \(length); it is replayed in "
                        + "one piece. Remove “_pieces” after editing a body.")
            }
        } catch {
            problems.append(error)
        }
    }

    /// Reads the headers of a request or a response, and skips invalid ones.
    mutating func headers(_ node: HARNode) throws(HAR.Problem) -> Teapot.HeaderFields {
        var fields = Teapot.HeaderFields()
        for field in try node.list("headers") {
            do throws(HAR.Problem) {
                let name = try field.requiredText("name")
                // HTTP/2 represents the method, the URL and the status as headers (RFC 9113 §8.3).
                if name.hasPrefix(":") { continue }
                guard name.isToken else {
                    throw field.problem("“\(name.shortened(to: 60))” isn't a valid header name; it is skipped.")
                }
                let text = try field.text("value") ?? ""
                // Chrome writes the cookies of a response into one header, with a line for each.
                let isList = name.isSameHeaderName(as: "Set-Cookie") && !text.isEmpty
                let lines = isList ? text.split { $0 == "\n" || $0 == "\r\n" } : [text[...]]
                let values = lines.map { $0.trimmingCharacters(in: .whitespaces) }
                for value in values where value.isFieldValue { fields.append(name: name, value: value) }
                for value in values where !value.isFieldValue {
                    problems.append(field.problem("The value of “\(name)” has control characters; it is skipped."))
                }
            } catch {
                problems.append(error)
            }
        }
        return fields
    }
}

extension String {
    /// Whether the text is a valid header value.
    var isFieldValue: Bool { utf8.allSatisfy(\.isFieldValueCharacter) }
}
