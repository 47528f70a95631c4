import Foundation
import Teapot
import TeapotTestResources
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockHAR

@Suite(.inTurn) struct `A written HAR file` {
    @Test(arguments: ["chrome.har", "firefox.har", "safari.har"])
    func `can be read back unchanged`(name: String) throws {
        let har = try HAR(contentsOf: Fixtures.harDirectory.appendingPathComponent(name))
        let copy = try HAR(parsing: har.data())
        #expect(copy.problems.isEmpty)
        #expect(copy.entries.map(\.response) == har.entries.map(\.response))
        #expect(copy.entries.map(\.request.body) == har.entries.map(\.request.body))
        #expect(copy.entries.map(\.started) == har.entries.map(\.started))
        #expect(try copy.data() == har.data())
    }

    @Test func `has every member that the format requires`() throws {
        let request = Request(
            method: "POST", path: "/a%20b", query: [.init(name: "c", value: "d e")], headers: ["X-A": "1"],
            body: Data([0xFF, 0]))
        let har = HAR([
            HAR.Entry(request, .json(["b": 1], status: 201)),
            HAR.Entry(
                Request(method: "GET", origin: "https://api.test", path: "/"), .data(Data([0xFF])),
                started: Date(timeIntervalSince1970: 1_772_600_767.8904), duration: 0.25),
        ])
        let text = String(decoding: try har.data(), as: UTF8.self)
        #expect(
            text == """
                {
                  "log": {
                    "creator": {
                      "name": "Teapot",
                      "version": "1"
                    },
                    "entries": [
                      {
                        "cache": {},
                        "request": {
                          "bodySize": 2,
                          "cookies": [],
                          "headers": [
                            {
                              "name": "X-A",
                              "value": "1"
                            }
                          ],
                          "headersSize": -1,
                          "httpVersion": "HTTP/1.1",
                          "method": "POST",
                          "postData": {
                            "_encoding": "base64",
                            "mimeType": "application/octet-stream",
                            "text": "/wA="
                          },
                          "queryString": [
                            {
                              "name": "c",
                              "value": "d e"
                            }
                          ],
                          "url": "http://localhost/a%20b?c=d%20e"
                        },
                        "response": {
                          "bodySize": 7,
                          "content": {
                            "mimeType": "application/json",
                            "size": 7,
                            "text": "{\\"b\\":1}"
                          },
                          "cookies": [],
                          "headers": [
                            {
                              "name": "Content-Type",
                              "value": "application/json"
                            }
                          ],
                          "headersSize": -1,
                          "httpVersion": "HTTP/1.1",
                          "redirectURL": "",
                          "status": 201,
                          "statusText": ""
                        },
                        "startedDateTime": "1970-01-01T00:00:00.000Z",
                        "time": 0,
                        "timings": {
                          "receive": 0,
                          "send": 0,
                          "wait": 0
                        }
                      },
                      {
                        "cache": {},
                        "request": {
                          "bodySize": 0,
                          "cookies": [],
                          "headers": [],
                          "headersSize": -1,
                          "httpVersion": "HTTP/1.1",
                          "method": "GET",
                          "queryString": [],
                          "url": "https://api.test/"
                        },
                        "response": {
                          "bodySize": 1,
                          "content": {
                            "encoding": "base64",
                            "mimeType": "application/octet-stream",
                            "size": 1,
                            "text": "/w=="
                          },
                          "cookies": [],
                          "headers": [
                            {
                              "name": "Content-Type",
                              "value": "application/octet-stream"
                            }
                          ],
                          "headersSize": -1,
                          "httpVersion": "HTTP/1.1",
                          "redirectURL": "",
                          "status": 200,
                          "statusText": ""
                        },
                        "startedDateTime": "2026-03-04T05:06:07.890Z",
                        "time": 250,
                        "timings": {
                          "receive": 0,
                          "send": 0,
                          "wait": 250
                        }
                      }
                    ],
                    "version": "1.2"
                  }
                }

                """)
        #expect(try HAR(parsing: har.data()).entries.map(\.request.body) == [Data([0xFF, 0]), Data()])
    }

    @Test func `lists the cookies of its headers`() throws {
        let request = Request(method: "GET", path: "/a", headers: ["Cookie": "a=1; b=x=y ;c", "Cookie": "d="])
        let fields: Teapot.HeaderFields = [
            "Set-Cookie": "a=1; Path=/; Domain=a.test; Expires=Wed, 04 Mar 2026 05:06:07 GMT; HttpOnly; SameSite=Lax",
            "Set-Cookie": "b=2; Secure; Max-Age=3; Expires=never",
        ]
        let har = HAR([HAR.Entry(request, .status(204, headers: fields))])
        let log = try #require(JSON(parsing: try har.data()).dictionary?["log"] as? [String: any Sendable])
        let entry = try #require((log["entries"] as? [any Sendable])?.first as? [String: any Sendable])
        func cookies(_ message: String) throws -> JSON {
            JSON.array(try #require((entry[message] as? [String: any Sendable])?["cookies"] as? [any Sendable]))
        }
        #expect(
            try cookies("request") == [
                ["name": "a", "value": "1"], ["name": "b", "value": "x=y"], ["name": "c", "value": ""],
                ["name": "d", "value": ""],
            ])
        #expect(
            try cookies("response") == [
                [
                    "name": "a", "value": "1", "path": "/", "domain": "a.test", "expires": "2026-03-04T05:06:07.000Z",
                    "httpOnly": true, "secure": false, "sameSite": "Lax",
                ],
                ["name": "b", "value": "2", "httpOnly": false, "secure": true],
            ])
    }

    @Test func `has a comment, and the parts of a duration`() throws {
        var har = HAR([HAR.Entry(Request(method: "GET", path: "/a"), .status(204), duration: 0.25, wait: 0.1)])
        har.comment = "one left out"
        let text = String(decoding: try har.data(), as: UTF8.self)
        #expect(text.contains(#""comment": "one left out""#))
        #expect(text.contains(#""receive": 150"#))
        #expect(text.contains(#""wait": 100"#))
        #expect(try HAR(parsing: har.data()).entries.first?.wait == 0.1)
    }

    @Test func `has no responses without bytes`() {
        let request = Request(method: "GET", path: "/a")
        let har = HAR([HAR.Entry(request, .status(204)), HAR.Entry(request, .file("users"))])
        let error = #expect(throws: HAR.Problem.self) { try har.data() }
        #expect(
            error?.description
                == "HAR: /log/entries/1: The response to GET /a is a file, a stream or a WebSocket, not "
                + "bytes. Give the entry a response with a body.")
    }

    @Test(arguments: [-6e10, -1e9, -1, -0.001, 0, 951_782_399.999, 951_782_400, 1_772_600_767.89, 253_402_300_799])
    func `has dates that can be read back unchanged`(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        let copy = HARDate.date(HARDate.text(date))?.timeIntervalSince1970 ?? .nan
        #expect(abs(copy - seconds) < 0.001, "\(HARDate.text(date))")
    }

    @Test(arguments: [
        (-1e18, "0001-01-01T00:00:00.000Z"), (1e18, "9999-12-31T23:59:59.999Z"), (.nan, "1970-01-01T00:00:00.000Z"),
    ])
    func `has no dates that don't exist`(seconds: Double, text: String) {
        #expect(HARDate.text(Date(timeIntervalSince1970: seconds)) == text)
    }
}
