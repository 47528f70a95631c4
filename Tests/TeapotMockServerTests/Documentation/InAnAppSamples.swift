import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestTraits
import Testing

enum Backend {
    static func client(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> any TeapotClient {
        #if DEBUG
            if let text = environment["API_URL"], let url = URL(string: text) { return Teapot(baseURL: url) }
        #endif
        return Teapot(baseURL: production)
    }
}

extension Backend {
    private static let production = URL(fileURLWithPath: "/")
}

/// What a UI test gets from Xcode: its base class, and an app, here one that shows a sentence if there are no teas.
enum UITests {
    class XCTestCase {
        func XCTAssertTrue(_ value: Bool) { #expect(value) }
        func XCTAssertEqual<Value: Equatable>(_ left: Value, _ right: Value) { #expect(left == right) }
    }

    @MainActor final class XCUIApplication {
        struct Labels {
            var text: String?

            subscript(_ text: String) -> Label { Label(exists: text == self.text) }
        }

        struct Label {
            let exists: Bool

            func waitForExistence(timeout: Double) -> Bool { exists }
        }

        var launchEnvironment: [String: String] = [:]
        var staticTexts = Labels()

        func launch() {
            let (arrived, isEmpty) = (DispatchSemaphore(value: 0), Locked(false))
            Backend.client(launchEnvironment).get("teas", deliveryQueue: .global()) { result in
                if case .success(let json, _) = result { isEmpty.withLock { $0 = json?.array?.isEmpty == true } }
                arrived.signal()
            }
            arrived.wait()
            staticTexts.text = isEmpty.withLock { $0 } ? "No teas yet" : nil
        }
    }
}

@Suite(.inTurn) struct `An app with mocks` {
    @Test func `gets its responses from the server of a UI test`() async throws {
        typealias XCTestCase = UITests.XCTestCase
        typealias XCUIApplication = UITests.XCUIApplication

        final class TeaUITests: XCTestCase {
            @MainActor func testNoTeas() throws {
                let server = Server()
                server.router.get("/teas", with: .json([]))
                try server.start()
                defer { server.stop() }

                let app = XCUIApplication()
                app.launchEnvironment["API_URL"] = server.baseURL?.absoluteString
                app.launch()

                XCTAssertTrue(app.staticTexts["No teas yet"].waitForExistence(timeout: 5))
                XCTAssertEqual(server.router.requests.map(\.path), ["/teas"])
            }
        }

        try await TeaUITests().testNoTeas()
    }

    @Test func `has a mock client for each state of a screen`() async throws {
        let full = MockTeapot(fixture: .json([["id": 1, "name": "Sencha"]]))
        let empty = MockTeapot(fixture: .json([]))
        let slow = MockTeapot(fixture: .json([]).delayed(by: 3))
        let offline = MockTeapot(fixture: .error(.notConnectedToInternet))

        #expect(try await full.get("teas").json?.array?.count == 1)
        #expect(try await empty.get("teas").json?.array?.isEmpty == true)
        let error = await #expect(throws: TeapotError.self) { try await offline.get("teas") }
        #expect(error?.type == .noResponse)
        slow.get("teas") { _ in }?.cancel()
    }
}
