public import Foundation
import Teapot
import TeapotMock
import TeapotMockLive

extension HAR {
    /// Returns the file's bytes: JSON in UTF-8, with a line for each member, sorted by name.
    ///
    /// A body that isn't UTF-8 is written as base64. For a request, the format doesn't define this, so a member
    /// `_encoding` declares it. The pieces of a recorded stream are a member `_pieces` of the content; other readers
    /// ignore members that begin with an underscore (HAR 1.2, “Custom Fields”).
    ///
    /// - Returns: The bytes, which are the same for the same entries.
    /// - Throws: A ``Problem`` that names the first entry whose response has no bytes: a fixture, a stream or a
    ///   WebSocket.
    public func data() throws(Problem) -> Data {
        var list: [any Sendable] = []
        for (index, entry) in entries.enumerated() {
            guard case .data = entry.response.content else {
                throw Problem(
                    file: name, pointer: "/log/entries/\(index)",
                    "The response to \(entry.request.shortTarget) is a file, a stream or a WebSocket, not bytes. "
                        + "Give the entry a response with a body.")
            }
            list.append(entry.document)
        }
        let creator: [String: any Sendable] = ["name": "Teapot", "version": "1"]
        var log: [String: any Sendable] = ["creator": creator, "entries": list, "version": "1.2"]
        log["comment"] = comment
        do {
            return try JSON.dictionary(["log": log]).data([.sortedKeys, .prettyPrinted]) + [0x0A]
        } catch {
            throw Problem(file: name, "It can't be written: \(error.description)")
        }
    }

    /// Writes the file atomically.
    ///
    /// - Parameter file: The file, in an existing folder.
    /// - Throws: The errors of ``data()``, or a ``Problem`` if the file can't be written.
    public func write(to file: URL) throws(Problem) {
        let data = try data()
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw Problem(file: file.lastPathComponent, "“\(file.path)” can't be written: \(error.systemReason)")
        }
    }
}

extension HAR.Entry {
    /// The entry with all members that the format requires; -1 stands for an unknown size.
    fileprivate var document: [String: any Sendable] {
        let time = Self.milliseconds(duration ?? 0)
        let wait = min(Self.milliseconds(wait ?? duration ?? 0), time)
        // The time to send isn't measured separately. It's part of the wait.
        let timings: [String: any Sendable] = [
            "send": 0, "wait": wait, "receive": ((time - wait) * 1000).rounded() / 1000,
        ]
        return [
            "cache": [String: any Sendable](), "request": request.document, "response": response.document,
            "startedDateTime": HARDate.text(started ?? Date(timeIntervalSince1970: 0)), "time": time,
            "timings": timings,
        ]
    }

    /// Returns a time in milliseconds, with three decimals at most.
    private static func milliseconds(_ seconds: Double) -> Double {
        let milliseconds = (seconds * 1_000_000).rounded() / 1000
        return milliseconds.isFinite && milliseconds > 0 ? milliseconds : 0
    }
}

extension Request {
    fileprivate var document: [String: any Sendable] {
        let target = path + (queryText.isEmpty ? "" : "?" + queryText)
        var members: [String: any Sendable] = [
            "bodySize": body.isEmpty && lacksBody ? -1 : body.count,
            "cookies": HARCookie.sent(in: headers).map(\.document),
            "headers": headers.document, "headersSize": -1,
            "httpVersion": "HTTP/1.1", "method": method,
            "queryString": query.map { ["name": $0.name, "value": $0.value ?? ""] as [String: any Sendable] },
            "url": (origin ?? "http://localhost") + target,
        ]
        if !body.isEmpty {
            var data: [String: any Sendable] = ["mimeType": headers["Content-Type"] ?? "application/octet-stream"]
            data["text"] = body.asText ?? body.base64EncodedString()
            if body.asText == nil { data["_encoding"] = "base64" }
            members["postData"] = data
        } else if let length = droppedBodyLength {
            members["bodySize"] = length
            members["postData"] =
                [
                    "mimeType": headers["Content-Type"] ?? "application/octet-stream", "text": "",
                    "comment": "The journal dropped the body of \(String(counting: length, "byte")).",
                ] as [String: any Sendable]
        }
        return members
    }
}

extension Response {
    fileprivate var document: [String: any Sendable] {
        var content: [String: any Sendable] = [
            "mimeType": headers["Content-Type"] ?? "x-unknown", "size": body.count,
            "text": body.asText ?? body.base64EncodedString(),
        ]
        if body.asText == nil { content["encoding"] = "base64" }
        if hasPieces { content["_pieces"] = WrittenPieces.text(pieces) }
        return [
            "bodySize": body.count, "content": content, "cookies": HARCookie.set(in: headers).map(\.document),
            "headers": headers.document, "headersSize": -1, "httpVersion": "HTTP/1.1",
            "redirectURL": headers["Location"] ?? "",
            "status": status.rawValue, "statusText": "",
        ]
    }
}

extension Teapot.HeaderFields {
    fileprivate var document: [any Sendable] {
        map { ["name": $0.name, "value": $0.value] as [String: any Sendable] }
    }
}

extension Data {
    /// The bytes as text, if they are readable UTF-8.
    fileprivate var asText: String? { contains(0) ? nil : String(validUTF8: self) }
}
