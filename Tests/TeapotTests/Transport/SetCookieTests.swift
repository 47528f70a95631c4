@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Set-Cookie fields` {
    @Test(arguments: [
        "a=1", "", "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/", "a=b,c=d", "a=1, 2", "no cookie, nor this",
        "a=1; expires=Thursday, 01-Jan-1970 00:00:00 GMT", #"a="x, y""#, "a=1; Comment=so, so; Path=/x=y",
    ])
    func `a single field stays single`(value: String) {
        #expect(value.separateCookies == [value])
    }

    @Test(arguments: [
        ["a=1", "b=2"], ["a=1", "b=2", "c=3"],
        ["a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/", "b=2; Expires=Thu, 10 Jun 2027 10:18:14 GMT"],
        ["a=1; Secure", "__Host-b=; HttpOnly", "c=x=y"],
    ])
    func `joined fields are separated again`(values: [String]) throws {
        #expect(values.joined(separator: ", ").separateCookies == values)
        let fields = ["Set-Cookie": values.joined(separator: ", "), "X-Other": "a=1, b=2"]
        let url = URL.make("http://h.test/a")
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
        let read = Teapot.Response(response, to: .make())
        #expect(read.headers.values(for: "set-cookie") == values)
        #expect(read.headers.values(for: "X-Other") == ["a=1, b=2"])
    }
}
