import Teapot
import TeapotTestTraits
import Testing

import TeapotMock

/// Tests of the content codings that a request accepts.
@Suite(.inTurn) struct `The accepted codings` {
    @Test(arguments: [
        ("gzip", true, false), ("x-gzip", true, false), ("GZip", true, false), ("br, deflate ,gzip", true, false),
        ("*", true, false), ("*;q=0.1", true, false), ("gzip;q=1.0", true, false), ("gzip ; q=0.001", true, false),
        ("gzip;Q=0.5", true, false), ("gzip;level=9;q=0.5", true, false), ("gzip;q=0, *", false, false),
        ("", false, false), (" , ", false, false), ("br", false, false), ("identity", false, false),
        ("gzip;q=0", false, false), ("gzip;q=0.000", false, false), ("x-gzip;q=0, *", false, false),
        ("*;q=0", false, true), ("identity;q=0", false, true), ("gzip, identity;q=0", true, true),
        ("gzip, *;q=0", true, true), ("identity;q=0, *", true, true), ("gzip, identity, *;q=0", true, false),
        ("identity;q=0.5, gzip;q=0.4", false, false), ("identity;q=0.5, gzip;q=0.5", true, false),
        ("identity, gzip;q=0.9", false, false), ("*;q=0.2, gzip;q=0.1", true, false),
        ("gzip;q=nan", false, false), ("gzip;q=2", false, false), ("gzip;q=-1", false, false),
        ("gzip;q=", false, false), ("gzip;q=0x1", false, false), ("gzip;q=1e0", false, false), (";q=1", false, false),
        ("gzipped", false, false),
    ])
    func `follow from Accept-Encoding (RFC 9110 §12.5.3)`(text: String, prefersGzip: Bool, refusesIdentity: Bool) {
        let codings = AcceptedCodings(["Accept-Encoding": text])
        #expect(codings.prefersGzip == prefersGzip)
        #expect(codings.refusesIdentity == refusesIdentity)
    }

    @Test func `are none without the header, and combine all its lines`() {
        #expect(!AcceptedCodings(["Accept": "gzip"]).prefersGzip)
        #expect(AcceptedCodings(["Accept-Encoding": "br", "accept-encoding": "gzip"]).prefersGzip)
    }
}
