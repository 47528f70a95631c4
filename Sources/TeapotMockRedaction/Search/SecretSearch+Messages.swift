import Foundation
import Teapot
import TeapotMock

extension SecretSearch {
    /// Searches the segments of a path, each with the previous segment as its name.
    mutating func search(path text: SearchedText, _ place: String) {
        // The number of segments since a segment that a token may follow.
        var distance = 3
        for segment in text.bytes.split(separator: UInt8(ascii: "/")) {
            let range = segment.startIndex..<segment.endIndex
            if distance < 2, SecretValue.hasMachineMadeWord(segment) {
                report(range, in: text, place)
            } else {
                let words = Secrets.words(of: String(decoding: segment, as: UTF8.self))
                let isName = names.kind(of: segment) != nil || words.contains(where: Self.linkWords.contains)
                distance = isName ? 0 : distance + 1
            }
        }
        if text.bytes.contains(UInt8(ascii: ";")) { search(words: text, place) }
        searchShapes(text, place)
        if let decoded = text.decoded() { searchShapes(decoded, place) }
    }

    /// The words that precede a token in the path of a link.
    private static let linkWords: Set = [
        "activate", "confirm", "hook", "hooks", "invitation", "invite", "invites", "magic", "reset", "unsubscribe",
        "verify", "webhook", "webhooks",
    ]

    /// Searches the value of a header.
    mutating func search(field name: String, _ text: SearchedText, _ place: String) {
        if ["cookie", "set-cookie"].contains(name.lowercased()) {
            let pairs = text.bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            // In a `Set-Cookie`, the first pair is the cookie, and the other pairs are its attributes.
            for pair in name.utf8.count > 6 ? pairs.prefix(1) : pairs[...] {
                let start = pair.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? pair.startIndex
                report(start..<pair.endIndex, in: text, place, name)
            }
            if name.utf8.count > 6 { search(words: text, place) }
        } else {
            let isCredential = Teapot.Options.credentials.contains { $0.isSameHeaderName(as: name) }
            search(
                text.all, named: name, isCredential ? .credential : names.kind(of: name), in: text, place, isField: true
            )
        }
    }

    /// Searches a body by its media type.
    mutating func search(body text: SearchedText, _ contentType: String?, _ place: String, depth: Int = 0) {
        guard !text.bytes.isEmpty else { return }
        switch BodyFormat(contentType, Array(text.bytes)) {
        case .multipart(let boundary): search(multipart: text, boundary, place, depth: depth)
        case .form: search(form: text, place)
        case .events: search(events: text, place)
        case .markup:
            search(markup: text, place, depth: 0)
            searchShapes(text, place)
        case .table: search(table: text, place)
        case .json: search(json: text, place, depth: depth)
        case .text: search(text, place)
        case .media: searchShapes(text, place)
        case .unknown(let reason):
            report(flaw: reason, depth: depth)
            searchShapes(text, place)
        }
    }

    private mutating func search(json text: SearchedText, _ place: String, depth: Int) {
        let values = JSONOutline.values(in: text.bytes)
        if values == nil {
            do throws(JSON.ParsingError) { _ = try JSON.value(parsing: Data(text.bytes)) } catch {
                let place = "line \(error.line), column \(error.column)"
                report(flaw: "it is declared as JSON, but is malformed at \(place)", depth: depth)
            }
        }
        search(text, as: values, place)
    }

    /// Searches the fields of a form.
    private mutating func search(form text: SearchedText, _ place: String) {
        if let first = text.bytes.first, "{[".utf8.contains(first) { return search(text, place) }
        for pair in text.bytes.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = FormDecoder.items(of: Data(pair[..<equals])).first?.name ?? ""
            let value = min(equals + 1, pair.endIndex)..<pair.endIndex
            let kind = names.kind(ofItem: name, text.bytes[value])
            search(value, named: name, kind, in: text, "\(place) field \(name)", isField: true)
        }
    }

    /// Searches server-sent events, whose data may span several lines (HTML §9.2.6).
    private mutating func search(events text: SearchedText, _ place: String) {
        var data: [Range<Int>] = []
        for line in text.bytes.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            if line.starts(with: "data:".utf8) {
                let start = line.startIndex + (line.dropFirst(5).first == 0x20 ? 6 : 5)
                data.append(start..<line.endIndex)
            } else if line.isEmpty {
                // There's no line between a carriage return and a line feed.
                let start = line.startIndex
                let isBreak =
                    start > text.bytes.startIndex && start < text.bytes.endIndex
                    && text.bytes[start - 1] == 0x0D && text.bytes[start] == 0x0A
                if isBreak { continue }
                searchData(&data, in: text, place)
            } else {
                search(text[line.startIndex..<line.endIndex], place)
            }
        }
        searchData(&data, in: text, place)
    }

    private mutating func searchData(_ data: inout [Range<Int>], in text: SearchedText, _ place: String) {
        if !data.isEmpty { search(text.joined(data), place) }
        data = []
    }

    /// Searches the columns of a table, whose names are in the first line (RFC 4180).
    private mutating func search(table text: SearchedText, _ place: String) {
        let rows = text.bytes.split { $0 == 0x0A || $0 == 0x0D }
        let separator = "\t;|,".utf8.first { rows.first?.contains($0) == true } ?? UInt8(ascii: ",")
        let kinds = (rows.first ?? []).split(separator: separator, omittingEmptySubsequences: false).map {
            names.kind(of: $0)
        }
        for row in rows.dropFirst() {
            let cells = row.split(separator: separator, omittingEmptySubsequences: false)
            for (cell, kind) in zip(cells, kinds) {
                let start = cell.prefix { $0 == 0x22 || $0 == 0x20 }.endIndex
                let end = max(start, (cell.lastIndex { $0 != 0x22 && $0 != 0x20 } ?? start - 1) + 1)
                if kind?.includes(cell[start..<end], names) == true { report(start..<end, in: text, place) }
            }
        }
        search(text, place)
    }

    /// Searches the parts of a multipart body of any kind (RFC 2046 §5.1).
    private mutating func search(multipart text: SearchedText, _ boundary: [UInt8], _ place: String, depth: Int) {
        let isDeep = depth >= Self.maximumDepth
        guard !isDeep, let parts = MultipartOutline(text.bytes, boundary).parts else {
            let reason =
                isDeep
                ? "it has more than \(depth) levels of parts" : "it is declared as multipart, but its parts don't end"
            report(flaw: reason, depth: depth)
            return search(text, place)
        }
        for part in parts {
            search(text[part.head], place)
            let value = text.bytes[part.content]
            let kind = part.name.isEmpty ? nil : names.kind(ofItem: Request.decode(part.name), value)
            if kind != nil {
                report(part.content, in: text, "\(place) field \(part.name)", part.name)
            } else {
                search(body: text[part.content], part.contentType, place, depth: depth + 1)
            }
        }
    }
}
