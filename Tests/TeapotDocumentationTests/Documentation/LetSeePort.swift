// swift-format-ignore-file
import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestResources
import TeapotTestTraits
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// What LetSee's README does, in LetSee's spellings. A line that had to change says what it was;
// the `any` before a protocol is a setting of this package.

private let bundlePath = Fixtures.letSeeDirectory.path

@available(*, deprecated)
private func didFinishLaunching() {
    // Configs LetSee
    LetSee.shared.config(LetSee.Configuration.init(baseURL: URL(string: "https://api.teashop.test/")!,
                                                   isMockEnabled: true,
                                                   shouldCutBaseURLFromURLsTitle: true))
    LetSee.shared.addMocks(from: bundlePath + "/Mocks")
    LetSee.shared.addScenarios(from: bundlePath + "/Scenarios")

    // The window, which is a page of `Server(inspecting:)` here.
    // was: let letSeeWindow = LetSeeWindow(frame: window.frame)
    // was: letSeeWindow.windowScene = window.windowScene
}

@available(*, deprecated)
private func call(_ request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) {  // Swift 6, was: @escaping
    let task: URLSessionDataTask
    #if RELEASE
        // Calls the production server
        task = URLSession.shared.dataTask(with: request, completionHandler: completionHandler)
    #else
        if LetSee.shared.configuration.isMockEnabled {
            // LetSee intercepts the request
            task = LetSee.shared.runDataTask(using: .shared, with: request, completionHandler: completionHandler)
        } else {
            // Calls the real server
            task = URLSession.shared.dataTask(with: request, completionHandler: completionHandler)
        }
    #endif

    task.resume()
}

@Suite(.serialized, .inTurn) struct `LetSee's port` {
    @available(*, deprecated)
    private func answer(_ path: String) async throws -> (JSON?, Int?) {
        let request = URLRequest(url: try #require(URL(string: "https://api.teashop.test/" + path)))
        return try await withCheckedThrowingContinuation { continuation in
            call(request) { data, response, error in
                if let error { return continuation.resume(throwing: error) }
                let status = (response as? HTTPURLResponse)?.statusCode
                continuation.resume(returning: (data.flatMap { try? JSON(parsing: $0) }, status))
            }
        }
    }

    @available(*, deprecated)
    @Test func `a person chooses, and a scenario does`() async throws {
        didFinishLaunching()
        let switchboard = LetSee.shared.switchboard

        async let empty = answer("v1/staging/products")
        let held = try await switchboard.nextHeld()
        #expect(held.mocks.map(\.name) == ["emptyList", "listWithoutBanner", "productList"])
        try switchboard.answer(held.id, .mock("products/success_emptyList.json"))
        #expect(try await empty.0?.array?.isEmpty == true)

        async let missing = answer("v2/something/something/categories")
        try switchboard.answer(try await switchboard.nextHeld().id, .mock("categories/error_categoryNotFound.json"))
        #expect(try await missing.1 == 400)

        try switchboard.activate("browse")
        #expect(try await answer("v2/something/something/categories").1 == 200)
        #expect(switchboard.activeScenarios.first?.nextMock?.name == "filterList")
        switchboard.deactivate("browse")
    }

    @available(*, deprecated)
    @Test func `the settings stay with the folders`() {
        let letSee = LetSee.shared
        letSee.config(.init(baseURL: letSee.configuration.baseURL, isMockEnabled: false))
        #expect(!letSee.switchboard.isOn)
        didFinishLaunching()
        #expect(letSee.switchboard.isOn)
        #expect(letSee.switchboard.folder != nil)
        #expect(letSee.switchboard.scenarios.count == 2)
    }
}
