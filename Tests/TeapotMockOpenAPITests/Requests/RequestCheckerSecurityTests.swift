import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A RequestChecker checks credentials` {
    private static let components = #"""
        {"securitySchemes":{"bearer":{"type":"http","scheme":"bearer"},"basic":{"type":"http","scheme":"Basic"},
        "digest":{"type":"http","scheme":"Digest"},"key":{"type":"apiKey","in":"header","name":"X-Key"},
        "item":{"type":"apiKey","in":"query","name":"key"},"cookie":{"type":"apiKey","in":"cookie","name":"sid"},
        "oauth":{"type":"oauth2"},"open":{"type":"openIdConnect"},"tls":{"type":"mutualTLS"},
        "bad":{"type":"http","scheme":"a\r\nb"},"odd":{"type":"apiKey","in":"header","name":"a\r\n\"b"}}}
        """#

    private func contract(_ security: String) throws -> Contract {
        try Contract(#"{"security":\#(security)}"#, components: Self.components)
    }

    private func check(
        _ security: String, _ reason: String?, scheme: String = "", query: String = "",
        _ headers: Teapot.HeaderFields = [:]
    ) throws {
        var contract = try contract(security)
        let expected = reason.map { ["401 #/security \($0) #/components/securitySchemes/\(scheme)"] } ?? []
        #expect(try contract.faults(query: query, headers: headers) == expected)
    }

    private func authorization(_ value: String) -> Teapot.HeaderFields { ["authorization": value] }

    @Test(arguments: ["bearer", "oauth", "open"])
    func `a token is sent in a header`(scheme: String) throws {
        let missing = "the header “Authorization: Bearer …” is missing"
        let security = #"[{"\#(scheme)":[]}]"#
        try check(security, nil, authorization("Bearer abc"))
        try check(security, nil, authorization("bearer  abc"))
        for value in ["", "Bearer", "Bearer ", "Basic YTpi", "Bearerabc"] {
            try check(security, missing, scheme: scheme, authorization(value))
        }
        try check(security, missing, scheme: scheme)
        #expect(RequestChecker.challenge(of: try contract(security).details) == "Bearer")
    }

    @Test func `a name and a password are sent in Base64`() throws {
        let security = #"[{"basic":[]}]"#
        try check(security, nil, authorization("basic YTpi"))
        try check(
            security, "the header “Authorization: Basic …” is missing", scheme: "basic", authorization("Bearer a"))
        for value in ["Basic ab:c", "Basic YWI="] {
            let reason = "the header “Authorization: Basic …” isn't Base64 of a name, a colon and a password"
            try check(security, reason, scheme: "basic", authorization(value))
        }
        #expect(RequestChecker.challenge(of: try contract(security).details) == #"Basic realm="basic""#)
    }

    @Test func `another scheme is only looked for`() throws {
        try check(#"[{"digest":[]}]"#, nil, authorization("digest a=b"))
        let missing = "the header “Authorization: Digest …” is missing"
        try check(#"[{"digest":[]}]"#, missing, scheme: "digest", authorization("Bearer x"))
        #expect(RequestChecker.challenge(of: try contract(#"[{"digest":[]}]"#).details) == "Digest")
    }

    @Test func `a key is sent in a header, the query or a cookie`() throws {
        try check(#"[{"key":[]}]"#, nil, ["x-key": "1"])
        try check(#"[{"key":[]}]"#, "the header “X-Key” is missing", scheme: "key", ["x-key": ""])
        try check(#"[{"item":[]}]"#, nil, query: "key=1")
        try check(#"[{"item":[]}]"#, "the query item “key” is missing", scheme: "item", query: "key=&k=1")
        try check(#"[{"cookie":[]}]"#, nil, ["Cookie": "a=b; sid=1"])
        try check(#"[{"cookie":[]}]"#, "the cookie “sid” is missing", scheme: "cookie", ["Cookie": "a=b; sid="])
        #expect(
            RequestChecker.challenge(of: try contract(#"[{"key":[]}]"#).details) == #"ApiKey name="X-Key", in="header""#
        )
    }

    @Test func `one of several alternatives is enough`() throws {
        let both = #"[{"key":[],"item":[]},{"bearer":[]}]"#
        try check(both, nil, authorization("Bearer a"))
        try check(both, nil, query: "key=1", ["X-Key": "2"])
        let token = "the header “Authorization: Bearer …” is missing"
        try check(both, "the header “X-Key” is missing, or \(token)", scheme: "key", query: "key=1")
        try check(
            both, "the query item “key” is missing and the header “X-Key” is missing, or \(token)", scheme: "item")
        try check(#"[{"bearer":[]},{}]"#, nil)
        try check("[]", nil)
        try check(#"[{"tls":[]}]"#, nil)
        #expect(RequestChecker.challenge(of: try contract("[]").details) == nil)
        #expect(RequestChecker.challenge(of: try contract(#"[{"tls":[]}]"#).details) == nil)
        let several = try contract(#"[{"bearer":[]},{"basic":[]},{"oauth":[]}]"#).details
        #expect(RequestChecker.challenge(of: several) == #"Bearer, Basic realm="basic""#)
    }

    @Test func `a scheme that isn't known is noted, and no challenge can add a header`() throws {
        var contract = try contract(#"[{"bad":[]}]"#)
        #expect(try contract.faults() == [])
        #expect(contract.notes == ["#/components/securitySchemes/bad this kind of security scheme isn't supported"])
        #expect(RequestChecker.challenge(of: contract.details) == nil)
        let odd = try self.contract(#"[{"odd":[]}]"#).details
        #expect(RequestChecker.challenge(of: odd)?.contains("\n") == false)
        var missing = try self.contract(#"[{"no":[]}]"#)
        #expect(try missing.faults() == [])
        #expect(missing.notes == ["#/paths/~1a/post/security/0 there is no security scheme “no”"])
    }
}
