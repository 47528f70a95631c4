import Teapot
import TeapotTestTraits
import Testing

import TeapotMock

/// Tests of whether a response may be compressed, and whether it's worth it.
@Suite(.inTurn) struct `A compressible response` {
    @Test(arguments: [
        "text/html", "text/plain; charset=utf-8", "Text/CSS", "application/json", "application/problem+json",
        "application/vnd.api+json;profile=x", "application/xml", "image/svg+xml", "application/javascript",
        "text/javascript", "application/x-www-form-urlencoded", "application/x-ndjson", "application/atom+xml",
    ])
    func `has a text media type`(type: String) {
        #expect(Response(headers: ["Content-Type": type]).isText)
    }

    @Test(arguments: [
        "image/png", "image/jpeg", "video/mp4", "audio/mpeg", "application/zip", "application/gzip", "font/woff2",
        "application/octet-stream", "application/pdf", "text/event-stream", "multipart/form-data; boundary=text/plain",
        "application/jsonp+zip", "", "text",
    ])
    func `doesn't have a binary media type`(type: String) {
        #expect(!Response(headers: ["Content-Type": type]).isText)
        #expect(!Response().isText)
    }

    @Test func `has a body, has no coding, digest or fault, and may be transformed`() {
        #expect(Response().mayBeCoded)
        #expect(Response(status: 404).mayBeCoded)
        for status: Teapot.StatusCode in [101, 204, 205, 304] { #expect(!Response(status: status).mayBeCoded) }
        #expect(!Response().failing(.cutShort(after: 4)).mayBeCoded)
        for (name, value) in [
            ("Content-Encoding", "br"), ("content-encoding", "identity"), ("Cache-Control", "no-transform"),
            ("Cache-Control", "max-age=60 , No-Transform"), ("Content-Digest", "sha-256=:AA==:"),
            ("Content-MD5", "AA=="), ("Repr-Digest", "sha-256=:AA==:"), ("Digest", "sha-256=AA=="),
        ] {
            #expect(!Response(headers: [name: value]).mayBeCoded, "\(name): \(value)")
        }
        #expect(Response(headers: ["Cache-Control": "no-cache, x=no-transform"]).mayBeCoded)
    }
}
