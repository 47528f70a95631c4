import Foundation
import Teapot
import TeapotMock

/// The response that a client or a test prefers: `Prefer: code=404, example=missing, dynamic=true` (RFC 7240).
struct Preference: Sendable, Hashable {
    /// The status, as a number.
    var status: Int?
    /// The name of the example.
    var example: String?
    /// Whether to generate a body even if the document has an example.
    var isDynamic = false

    init(status: Int? = nil, example: String? = nil) { (self.status, self.example) = (status, example) }

    /// Creates the preference of a request, which is empty if the request states none.
    ///
    /// - Throws: A refusal of a value that isn't a status.
    init(_ request: Request) throws(Refusal) {
        for value in request.headers.values(for: "Prefer") {
            for part in value.split(whereSeparator: { $0 == "," || $0 == ";" }) {
                let pair = part.split(separator: "=", maxSplits: 1)
                    .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"")) }
                guard pair.count == 2 else { continue }
                switch pair[0].lowercased() {
                case "code":
                    guard let code = Int(pair[1]), 100...599 ~= code else {
                        let code = pair[1].shortened(to: 20)
                        throw Refusal(status: 400, reason: "“\(code)” in “Prefer” isn't a status such as 404.")
                    }
                    status = code
                case "example": example = pair[1]
                case "dynamic": isDynamic = pair[1].lowercased() == "true"
                default: break
                }
            }
        }
    }
}
