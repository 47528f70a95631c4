import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The README's samples` {
    @Test func `the client of the app is made with a base URL`() throws {
        let url = try #require(URL(string: "https://api.test/v1"))
        let api = UserAPI(teapot: Teapot(baseURL: url))
        #expect(api.teapot.baseURL == url)
    }

    @Test func `a verb takes a completion handler`() {
        let teapot = MockTeapot(fixture: .json(["name": "Ada"]))
        let task = teapot.get("users/1") { result in
            switch result {
            case .success(let json, _):
                print(json?.dictionary?["name"] as? String ?? "nobody")
            case .failure(_, let response, let error):
                print(response.status, error)
            }
        }
        task?.cancel()
        #expect(teapot.requests.map(\.path) == ["/users/1"])
    }
}
