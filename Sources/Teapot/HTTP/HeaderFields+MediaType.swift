extension Teapot.HeaderFields {
    /// The charset in `Content-Type`, in lowercase and without quotation marks (RFC 9110 §8.3.2), or `nil` if there is
    /// none.
    package var charset: String? {
        let parameters = (self["Content-Type"] ?? "").lowercased().split(separator: ";").dropFirst()
        let texts = parameters.map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" && $0 != "'" } }
        return texts.first { $0.hasPrefix("charset=") && $0 != "charset=" }.map { String($0.dropFirst(8)) }
    }

    /// The media type in `Content-Type`, in lowercase and without its parameters (RFC 9110 §8.3.1).
    package var mediaType: String? {
        guard let value = self["Content-Type"] else { return nil }
        if value.withBytes({ $0.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "/") } }) { return value }
        let bytes = value.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 0x20 && $0 != 0x09 }
        return String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
