/// Operations on media types, and on the media ranges of a document.
package enum MediaRange {
    /// Returns a media type in lowercase, without parameters (RFC 9110 §8.3.1).
    package static func essence(of value: String) -> String {
        value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// Returns the most specific media range that matches a media type.
    ///
    /// - Parameters:
    ///   - ranges: The ranges of a document, such as `application/json; charset=utf-8`, `text/*`, `*/*`.
    ///   - type: The media type.
    /// - Returns: The range as written, or `nil` if none matches.
    package static func closest(of ranges: some Sequence<String>, to type: String) -> String? {
        let family = type.prefix { $0 != "/" } + "/*"
        let suffixed = type.hasSuffix("+json") ? "\(family)+json" : type
        return [type, suffixed, String(family), "*/*"].lazy.compactMap { wanted in
            ranges.filter { essence(of: $0) == wanted }.min()
        }.first
    }
}
