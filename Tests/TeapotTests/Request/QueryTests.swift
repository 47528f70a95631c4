import Foundation
import Teapot
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A query` {
    private func text(_ query: Teapot.Query) throws -> String? {
        try ScriptedClient().makeRequest(.get, "a", query: query).url.query
    }

    @Test func `is a literal that keeps its order`() throws {
        let (page, none): (Int?, Int?) = (2, nil)
        #expect(
            try text(["page": page, "all": true, "a": none, "tag": ["x y", "z"], "q": 1.5])
                == "page=2&all=true&tag=x%20y&tag=z&q=1.5")
        #expect(try text([:]) == nil)
        #expect(try text([URLQueryItem(name: "b", value: nil), URLQueryItem(name: "a", value: "&")]) == "b&a=%26")
        #expect(try text(Teapot.Query([URLQueryItem(name: "b", value: "1")])) == "b=1")
    }

    @Test func `names an invalid item`() {
        for query in [["a": 1, "b": ["c": 1]], ["b": Double.nan], ["b": Data()]] as [Teapot.Query] {
            let error = #expect(throws: TeapotError.self) { try text(query) }
            #expect(error?.type == .invalidQuery && error?.description.contains(" b: a ") == true)
        }
    }

    @Test func `can be combined with a body`() throws {
        let request = try ScriptedClient().makeRequest(.post, "a", query: ["page": 2], parameters: .text("hi"))
        #expect(request.url.query == "page=2" && request.headers["Content-Type"] == "text/plain; charset=utf-8")
    }
}

@Suite(.inTurn) struct `A result` {
    private struct Problem: Decodable { var title: String }

    @Test func `has a path into its JSON`() throws {
        let json: JSON = ["items": [["name": "Sencha"], ["name": 7]]]
        #expect(json["items", 0, "name"] as? String == "Sencha")
        #expect(json["items", 1, "name"] as? Int == 7)
        #expect(json["items", 2] == nil && json["items", -1] == nil && json["items", "x"] == nil && json[0] == nil)
        let outer: JSON = ["user": json, "none": nil]
        #expect(outer["user", "items", 0, "name"] as? String == "Sencha" && outer["none"] is NSNull)
        #expect((json["items"] as? [any Sendable])?.count == 2 && json[] != nil)
    }

    @Test func `is caught by its kind`() async {
        var caught = ""
        let client = ScriptedClient(.failure(URLError(.cancelled)), .failure(URLError(.timedOut)), .answer(500))
        for _ in 0..<3 {
            do { _ = try await client.get("a") } catch .cancelled { caught += "cancelled " } catch .timeout {
                caught += "timeout "
            } catch { caught += "\(error.statusCode ?? 0)" }
        }
        #expect(caught == "cancelled timeout 500")
    }

    @Test func `names its request and status if its body can't be decoded`() async throws {
        let client = ScriptedClient(.answer(500, json: ""))
        let failure = try #require(await #expect(throws: TeapotError.self) { try await client.get("a") })
        let error = #expect(throws: TeapotError.self) { try failure.decode(Problem.self) }
        #expect(error?.description.hasPrefix("GET http://h.test/a -> 500: ") == true, "\(error as Any)")
    }

    @Test func `has the body of a failure`() async throws {
        let client = ScriptedClient(.answer(422, json: #"{"title": "no"}"#), .failure(URLError(.cannotConnectToHost)))
        let failure = try #require(await #expect(throws: TeapotError.self) { try await client.get("a") })
        #expect(try failure.decode(Problem.self).title == "no" && failure.body == failure.response?.body)
        let other = try #require(await #expect(throws: TeapotError.self) { try await client.get("a") })
        #expect(throws: other) { try other.decode(Problem.self) }
        #expect(other.body == nil)
    }

    @Test func `reports its progress`() {
        #expect(Teapot.Progress.received(1, of: 4).fractionCompleted == 0.25)
        #expect(Teapot.Progress.sent(5, of: 4).fractionCompleted == 1)
        #expect(Teapot.Progress.sent(0, of: 0).fractionCompleted == 1)
        #expect(Teapot.Progress.received(1, of: nil).fractionCompleted == nil)
    }

    @Test func `is observed once`() async throws {
        let seen = Recorder<Int>()
        var options = Teapot.Options()
        options.observers = [.metrics { seen($0.attempt) }]
        options.retriers = [Teapot.Retrier { _ in .retry(after: 0) }]
        _ = try await ScriptedClient(.answer(503), .answer(), options: options).get("a")
        #expect(seen.values == [2])
    }
}
