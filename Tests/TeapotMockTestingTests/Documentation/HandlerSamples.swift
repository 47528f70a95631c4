import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client that is not ours, over a plain `URLSession`.
struct Shop {
    let session: URLSession

    func order(_ name: String, for customer: Int) async throws {
        guard let url = URL(string: "https://api.test/orders") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"name":"\#(name)","customer":\#(customer)}"#.utf8)
        _ = try await session.data(for: request)
    }
}

@Suite(.inTurn) struct `The samples about expectations in handlers` {
    @Test(.router("https://api.test")) func `An order names its customer`() async throws {
        Router.current.post("/orders") { request in
            #expect(request.json == ["name": "tea", "customer": 7])
            return .status(201)
        }
        let shop = Shop(session: URLSession(answeredBy: .current))
        try await shop.order("tea", for: 7)
    }
}
