package import Foundation
package import TeapotMock

extension KnownSecrets {
    /// Returns a text without these secrets, or `nil` if it has none.
    package func redacted(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let part = searched(text)
        return part.findings.isEmpty ? nil : part.redacted
    }

    /// Returns a body without these secrets, with its pieces, or `nil` if it has none.
    package func redacted(_ body: Data, _ pieces: [Response.Piece]) -> (Data, [Response.Piece])? {
        let part = searched(body)
        guard !part.findings.isEmpty else { return nil }
        return (Data(part.redacted), Redaction.moved(pieces, part.replacements, of: body.count))
    }

    private func searched(_ text: some Sequence<UInt8>) -> SearchedPart {
        var part = SearchedPart(place: "", bytes: Array(text))
        part.search(for: self)
        return part
    }
}
