import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

struct TeaCart: Codable {
    let items: [Int]
}

struct SoldOut: Error {}

struct TeaOrders {
    let teapot: any TeapotClient

    func place(_ names: [String]) async throws -> Int? {
        do {
            return try await teapot.post("orders", parameters: ["names": names]).json?["number"] as? Int
        } catch {
            if error.statusCode == 409 { throw SoldOut() }
            throw error
        }
    }
}

@MainActor final class OrderModel {
    private let teapot: any TeapotClient
    var isLoading = false
    var message = ""

    init(teapot: any TeapotClient) { self.teapot = teapot }

    func order() async {
        isLoading = true
        do {
            let cart: TeaCart = try await teapot.get("cart")
            try await teapot.post("orders", parameters: .json(cart))
            message = "Thank you"
            isLoading = false
        } catch {
            message = "Please try again"
        }
    }
}

@Suite(.inTurn) struct EveryFailureSamples {
    @Test(.router("https://shop.test")) func `The article's order is left with a spinner`() async throws {
        Router.current.get("/cart", with: ["items": [1, 2]])
        Router.current.post("/orders", with: .json(["number": 41], status: 201))
        let report = try await recordingNothing {
            try await everyFailure { @MainActor in
                let model = OrderModel(teapot: MockTeapot(router: .current))
                await model.order()
                return (isLoading: model.isLoading, message: model.message)
            } check: { outcome in
                #expect(outcome.value?.isLoading == false)
            }
        }
        let text = "\(report)"
        for line in [
            "Expectation failed: (outcome.value?.isLoading → true) == false",
            "In the path, 1:401 is GET /cart.",
            "To run this path alone, write `everyFailure(replaying: \"1:401\")`.",
            "Also on: 1:403 1:404 1:409 1:429 1:500 1:503 1:html 1:loop and 34 more",
        ] {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test(.router) func `The article's orders are checked`() async throws {
        Router.current.post("/orders", with: .json(["number": 41], status: 201))
        let report = try await everyFailure {
            try await TeaOrders(teapot: MockTeapot(router: .current)).place(["tea"])
        } check: { outcome in
            if outcome.path.isEmpty { #expect(outcome.value == 41) }
            if outcome.path.failures == [.status(409)] { #expect(outcome.error is SoldOut) }
            #expect(outcome.requests.count < 10)
        }
        #expect(report.findings.isEmpty)
    }
}

extension EveryFailureSamples {
    @Test(.router) func `The article's search may be sent again at once`() async throws {
        Router.current.post("/search", with: ["teas": ["Uji"]])
        try await everyFailure(ignoring: [.repeatedRequest(.post, "/search"), .retryAfter(.post, "/search")]) {
            let teapot = MockTeapot(router: .current)
            do { try await teapot.post("search", parameters: ["name": "Uji"]) } catch {
                try await teapot.post("search", parameters: ["name": "Uji"])
            }
        }
    }
}

/// The article's test that fails.
@Suite(.inTurn, .compactMapIssues { _ in nil }) struct EveryFailureFailingSamples {
    @Test(.router("https://shop.test")) func `An order survives every failure`() async throws {
        Router.current.get("/cart", with: ["items": [1, 2]])
        Router.current.post("/orders", with: .json(["number": 41], status: 201))
        try await everyFailure { @MainActor in
            let model = OrderModel(teapot: MockTeapot(router: .current))
            await model.order()
            return (isLoading: model.isLoading, message: model.message)
        } check: { outcome in
            #expect(outcome.value?.isLoading == false)
        }
    }

    @Test(.router) func `Orders are checked`() async throws {
        Router.current.post("/orders", with: .json(["number": 41], status: 201))
        try await everyFailure {
            try await TeaOrders(teapot: MockTeapot(router: .current)).place(["tea"])
        } check: { outcome in
            if outcome.path.isEmpty { #expect(outcome.value == 41) }
            if outcome.path.failures == [.status(409)] { #expect(outcome.error is SoldOut) }
            #expect(outcome.requests.count < 10)
        }
    }
}
