import Foundation
package import Teapot

/// The content codings that a client accepts, from its `Accept-Encoding` (RFC 9110 §12.5.3).
package struct AcceptedCodings: Sendable, Equatable {
    /// Whether the client prefers a body with gzip coding.
    package let prefersGzip: Bool
    /// Whether the client refuses a body without a coding.
    package let refusesIdentity: Bool

    /// - Parameter headers: The headers of the request. Without `Accept-Encoding`, no coding is requested.
    package init(_ headers: Teapot.HeaderFields) {
        var weights: [String: Int] = [:]
        for element in (headers["Accept-Encoding"] ?? "").split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            guard let weight = Self.weight(parts.dropFirst()) else { continue }
            // RFC 9110 §8.4.1.3: x-gzip is the same coding.
            let name = parts[0] == "x-gzip" ? "gzip" : parts[0]
            weights[name] = weights[name] ?? weight
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        // An uncoded body is acceptable unless it's excluded, but the client can state its preference.
        refusesIdentity = (weights["identity"] ?? weights["*"]) == 0
        prefersGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// Returns the weight in the parameters in thousandths: 1000 if there is none, or `nil` if it's invalid (§12.4.2).
    package static func weight(_ parameters: ArraySlice<String>) -> Int? {
        for parameter in parameters where parameter.hasPrefix("q=") {
            let text = parameter.dropFirst(2)
            let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
            guard isNumber, let weight = Double(text), weight <= 1 else { return nil }
            return Int((weight * 1000).rounded())
        }
        return 1000
    }
}
