import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Decoding a body` {
    private struct User: Decodable, Equatable {
        struct Address: Decodable, Equatable {
            var city: String
            var lines: [Int]
        }
        var name: String
        var addresses: [Address]
    }

    private func decode(_ json: String) async throws -> User {
        try await ScriptedClient(.answer(200, json: json)).get("a", as: User.self)
    }

    @Test func `a body is decoded`() async throws {
        #expect(
            try await decode(#"{"name":"Ada","addresses":[{"city":"London","lines":[1]}]}"#)
                == User(name: "Ada", addresses: [User.Address(city: "London", lines: [1])])
        )
    }

    @Test(arguments: [
        ("{}", "name: the key is missing"),
        (#"{"addresses":[]}"#, "name: the key is missing; the object has “addresses”"),
        (#"{"data":{"name":"Ada"},"meta":{}}"#, "name: the key is missing; the object has “data”, “meta”"),
        (#"{"Name":"Ada","addresses":[]}"#, "name: the key is missing; add it to CodingKeys as “Name”"),
        (
            #"{"name":"Ada","addresses":[{"city":"x","lines":[]},{"lines":[],"town":"y"}]}"#,
            "addresses[1].city: the key is missing; the object has “lines”, “town”"
        ),
        (
            #"{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0}"#,
            "name: the key is missing; the object has “a”, “b”, “c”, “d”, “e”, “f”, “g”, “h” …"
        ),
        (
            #"{"name":"Ada","addresses":[{"city":"x","lines":[1,null]}]}"#,
            "addresses[0].lines[1]: expected Int, found null"
        ),
    ])
    func `a value that can't be decoded is named by its key path`(json: String, reason: String) async {
        let error = await #expect(throws: TeapotError.self) { try await decode(json) }
        #expect(error?.type == .invalidResponseBody)
        let place = "(application/json, \(json.utf8.count) bytes)"
        #expect(
            error?.description
                == "GET http://h.test/api/a -> 200: invalidResponseBody; \(reason) \(place); \(json)"
        )
        #expect(error?.errorDescription == "The response's body is invalid.")
        #expect(error?.underlyingError is DecodingError)
        #expect(error?.response?.body == Data(json.utf8))
        #expect(error?.responseStatus == 200)
    }

    @Test(arguments: [
        (#"{"name":1,"addresses":[]}"#, "name: expected a string, found a number; the value is 1 ("),
        (#"{"name":true,"addresses":[]}"#, "name: expected a string, found bool; the value is true ("),
        ("[]", "expected an object, found a list ("),
        (
            #"{"name":"Ada","addresses":[{"city":"x","lines":["y"]}]}"#,
            "addresses[0].lines[0]: expected Int, found a string; the value is “y” ("
        ),
    ])
    func `the key path and the expected type are named`(json: String, start: String) async {
        let error = await #expect(throws: TeapotError.self) { try await decode(json) }
        #expect(error?.description.contains(": invalidResponseBody; \(start)") == true)
    }

    @Test(arguments: [
        (#"{"kind":"black"}"#, "; kind: expected a Kind; the value is “black” ("),
        (#"{"kind":"a\nb"}"#, #"; kind: expected a Kind; the value is “a\nb” ("#),
        (#"{"token":"black"}"#, "; token: expected a Kind ("), (#"{"iban":"black"}"#, "; iban: expected a Kind ("),
        (#"{"kind":"\#(String(repeating: "x", count: 60))"}"#, "xx ("),
    ])
    func `an unknown value of an enumeration is named, unless it's long or a secret`(body: String, end: String) async {
        enum Kind: String, Decodable { case green }
        var options = Teapot.Options()
        options.secrets = ["iban"]
        let client = ScriptedClient(.answer(json: body), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a", as: [String: Kind].self) }
        #expect(error?.description.contains(end) == true, "\(error?.description ?? "")")
    }

    @Test func `text where a Date is expected names the strategy to set`() async {
        let client = ScriptedClient(.answer(json: #"{"at":"2026-01-01T00:00:00Z"}"#))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a", as: [String: Date].self) }
        #expect(
            error?.description.contains(
                "at: expected Double, found a string; the value is “2026-01-01T00:00:00Z”; for a Date, set the decoder's "
                    + "dateDecodingStrategy, for example to .iso8601 (") == true)
    }

    @Test func `text that isn't a date doesn't need a strategy`() async {
        let client = ScriptedClient(.answer(json: #"{"price":"3.50"}"#))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a", as: [String: Double].self) }
        let reason = "; price: expected Double, found a string; the value is “3.50” ("
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    private struct Sizes: Decodable {
        struct Size: Decodable { var width: UInt8, height: Int?, factor: Float? }
        var sizes: [Size]
        var ids: [Int]?
    }

    @Test(arguments: [
        (#"{"sizes":[{"width":1},{"width":300}]}"#, "sizes[1].width: the number doesn't fit UInt8; the value is 300 ("),
        (
            #"{"sizes":[{"width":1,"height":1.5}]}"#,
            "sizes[0].height: the number doesn't fit Int; the value is 1.5 ("
        ),
        (#"{"sizes":[{"width":1,"factor":1e99}]}"#, "sizes[0].factor: the number doesn't fit Float; the value is "),
        (#"{"sizes":[],"ids":[1,2.5]}"#, "ids[1]: the number doesn't fit Int; the value is 2.5 ("),
        (#"{"sizes":[],"ids":[99999999999999999999]}"#, "ids[0]: the number doesn't fit Int; the value is "),
    ])
    func `a number that doesn't fit its type is named by its key path`(json: String, reason: String) async {
        let client = ScriptedClient(.answer(json: json))
        let error = await #expect(throws: TeapotError.self) { try await client.get("a", as: Sizes.self) }
        #expect(error?.description.contains("; \(reason)") == true, "\(error?.description ?? "")")
        #expect(error?.underlyingError is DecodingError)
    }

    @Test func `an empty body and a reason that is a sentence read well`() async {
        let empty = await #expect(throws: TeapotError.self) {
            try await ScriptedClient(.answer(200)).get("a", as: [User].self)
        }
        let reason = "; expected [User], but the body is empty (no Content-Type)"
        #expect(empty?.description.hasSuffix(reason) == true, "\(empty?.description ?? "")")
        let client = ScriptedClient(.answer(json: #"{"token":"x"}"#))
        let data = await #expect(throws: TeapotError.self) { try await client.get("a", as: [String: Data].self) }
        let refusal = "; token: Encountered Data is not valid Base64 (application/json"
        #expect(data?.description.contains(refusal) == true, "\(data?.description ?? "")")
    }

    @Test func `an invalid date is named by its own key path`() async {
        struct Order: Decodable { var at: Date }
        struct Orders: Decodable { var orders: [Order] }
        let options = Teapot.Options()
        options.decoder.dateDecodingStrategy = .iso8601
        options.decoder.keyDecodingStrategy = .convertFromSnakeCase
        let bodies = [
            (#"{"at":"soon"}"#, "at"), (#"{"orders":[{"at":"2024-05-06T07:08:09Z"},{"at":"soon"}]}"#, "orders[1].at"),
        ]
        for (body, place) in bodies {
            let client = ScriptedClient([], options: options) { _ in .answer(json: body) }
            let error = await #expect(throws: TeapotError.self) {
                if place == "at" {
                    _ = try await client.get("a", as: Order.self)
                } else {
                    _ = try await client.get("a", as: Orders.self)
                }
            }
            let reason = "\(place): Expected date string to be ISO8601-formatted; the value is “soon”"
            #expect(error?.description.contains(reason) == true, "\(error)")
        }
        let event = Teapot.ServerSentEvent(data: #"{"at":"soon"}"#)
        let error = #expect(throws: TeapotError.self) { try event.decode(Order.self, using: options.decoder) }
        #expect(error?.description.contains("the event “message”: at: Expected date string") == true, "\(error)")
    }

    @Test func `a value whose key was converted from snake case is shown`() async {
        struct Order: Decodable { var priceCents: Int }
        let options = Teapot.Options()
        options.decoder.keyDecodingStrategy = .convertFromSnakeCase
        let client = ScriptedClient(.answer(json: #"[{"price_cents":1},{"price_cents":"free"}]"#), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a", as: [Order].self) }
        let reason = "[1].priceCents: expected Int, found a string; the value is “free”"
        #expect(error?.description.contains(reason) == true, "\(error)")
    }

    @Test(arguments: [
        (true, "; add it to CodingKeys as “imageUrl”, which .convertFromSnakeCase makes of “image_url”"),
        (false, "; add it to CodingKeys as “image_url”"),
    ])
    func `a key whose name has an abbreviation is explained`(isConverted: Bool, hint: String) async {
        struct Product: Decodable { var imageURL: String }
        let options = Teapot.Options()
        if isConverted { options.decoder.keyDecodingStrategy = .convertFromSnakeCase }
        let client = ScriptedClient(.answer(json: #"{"image_url":"/a"}"#), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a", as: Product.self) }
        #expect(error?.description.contains("imageURL: the key is missing\(hint) (") == true, "\(error)")
    }

    @Test func `a key that the decoder has converted is explained`() async {
        struct Page: Decodable { var page_count: Int }
        let options = Teapot.Options()
        options.decoder.keyDecodingStrategy = .convertFromSnakeCase
        let client = ScriptedClient(.answer(json: #"{"page_count":3}"#), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a", as: Page.self) }
        let reason = "page_count: the key is missing; add it to CodingKeys as “pageCount”, which .convertFromSnakeCase"
        #expect(error?.description.contains(reason) == true, "\(error)")
    }

    @Test(arguments: [
        (#"{"_id":1}"#, true, "; the object has “_id”"), (#"{"_id":1}"#, false, "; add it to CodingKeys as “_id”"),
        (#"{"ID":1}"#, true, "; add it to CodingKeys as “ID”"),
        (#"{"i_D":1}"#, true, "; add it to CodingKeys as “iD”, which .convertFromSnakeCase makes of “i_D”"),
        (#"{"a\nb":1,"c":2}"#, false, "; the object has “c” …"), (#"{"é\u202e":1}"#, false, ""),
    ])
    func `a similar key is explained as the decoder reads it`(json: String, isConverted: Bool, hint: String) async {
        struct Item: Decodable { var id: Int }
        let options = Teapot.Options()
        if isConverted { options.decoder.keyDecodingStrategy = .convertFromSnakeCase }
        let error = await #expect(throws: TeapotError.self) {
            try await ScriptedClient(.answer(json: json), options: options).get("a", as: Item.self)
        }
        #expect(error?.description.contains("; id: the key is missing\(hint) (") == true, "\(error)")
    }

    @Test func `a response that is decoded later names its request`() async throws {
        struct Item: Decodable { var id: Int }
        let response = try await ScriptedClient(.answer(json: #"{"ID":1}"#)).post("a")
        let error = #expect(throws: TeapotError.self) { try response.decode(Item.self) }
        let text = "POST http://h.test/a -> 200: invalidResponseBody; id: the key is missing; add it to"
        #expect(error?.description.hasPrefix(text) == true, "\(error as Any)")
    }

    @Test func `a key that a type misses on purpose gets no advice about its name`() async {
        struct Item: Decodable {
            enum CodingKeys: CodingKey { case items }
            init(from decoder: any Decoder) throws {
                throw DecodingError.keyNotFound(CodingKeys.items, .init(codingPath: [], debugDescription: ""))
            }
        }
        let error = await #expect(throws: TeapotError.self) {
            try await ScriptedClient(.answer(json: #"{"items":[]}"#)).get("a", as: Item.self)
        }
        #expect(error?.description.contains("items: the key is missing; the object has “items” (") == true, "\(error)")
    }

    @Test func `the client's decoder is used, and failures are logged`() async throws {
        let options = Teapot.Options()
        options.decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Named: Decodable {
            var firstName: String
        }
        let client = ScriptedClient(.answer(json: #"{"first_name":"Ada"}"#), .answer(json: "{}"), options: options)
        let messages = Recorder<String>()
        client.logger.level = .error
        client.logger.sink = { _, message in messages(message) }
        #expect(try await client.get("a", as: Named.self).firstName == "Ada")
        #expect(messages.values.isEmpty)
        await #expect(throws: TeapotError.self) { try await client.get("a", as: Named.self) }
        let reason = "firstName: the key is missing (application/json, 2 bytes); {}"
        #expect(messages.values == ["GET http://h.test/api/a -> 200: invalidResponseBody; \(reason)"])
    }

    @Test(arguments: [
        (
            #"{"first_name":"Ada"}"#,
            "; for “first_name”, set the decoder's keyDecodingStrategy to .convertFromSnakeCase"
        ),
        (#"{"firstname":"Ada"}"#, "; add it to CodingKeys as “firstname”"),
    ])
    func `a key in snake case is explained`(json: String, hint: String) async {
        struct Named: Decodable {
            var firstName: String
        }
        let error = await #expect(throws: TeapotError.self) {
            try await ScriptedClient(.answer(json: json)).get("a", as: Named.self)
        }
        let text = String(describing: error)
        #expect(text.contains("firstName: the key is missing\(hint) ("), "\(text)")
    }

    @Test func `a failing status is its own error, whatever the expected type`() async {
        let client = ScriptedClient(.answer(422, json: #"{"why":1}"#))
        let error = await #expect(throws: TeapotError.self) { try await client.post("a", as: User.self) }
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.response?.json?.dictionary?["why"] as? Int == 1)
    }

    @Test func `scalars can be decoded`() async throws {
        #expect(try await ScriptedClient(.answer(json: "7")).get("a", as: Int.self) == 7)
        #expect(try Teapot.Response.make(200, [:], Data("[1,2]".utf8)).decode([Int].self) == [1, 2])
    }
}
