import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A folder's known answers` {
    private let files: TemporaryFolder
    private let router = Router()
    private let switchboard: Switchboard
    /// A time before each check of the files, so that nothing is checked twice.
    private let past = Uptime.now

    init() throws {
        files = try TemporaryFolder([
            "a/success_x.json": "[1]", "a/success_201_POST_y.json": "[2]", "b/x.json": "[3]", "b/page.json": "[4]",
            "b/mocks.index.json": #"{"page.json": {"query": {"page": "2"}}}"#, "c/x.json": "[5]", "c/fr.json": "[6]",
            "c/mocks.index.json": #"{"fr.json": {"headers": {"Accept-Language": "fr"}}}"#, "d/{id}/x.json": "[7]",
            "long/x.json": "[" + String(repeating: " ", count: 20_000) + "]",
        ])
        switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        router.switchboard = switchboard
    }

    private func response(
        _ method: String = "GET", _ path: String, _ query: [URLQueryItem] = [], _ fields: Teapot.HeaderFields = [:],
        began: UInt64? = nil
    ) -> Response? {
        let request = Request(method: method, path: path, query: query, headers: fields)
        guard case .now(let response, _) = router.resolve(request, began: began ?? past) else { return nil }
        return response.isExplanation ? nil : response
    }

    private func body(
        _ method: String = "GET", _ path: String, _ query: [URLQueryItem] = [], _ fields: Teapot.HeaderFields = [:],
        began: UInt64? = nil
    ) -> String? {
        response(method, path, query, fields, began: began).map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test func `are used without looking at the files`() throws {
        let first = response("GET", "/a", began: Uptime.now)
        try files.write("[10]", to: "a/success_x.json")
        #expect(body("GET", "/a") == "[1]")
        #expect(response("GET", "/a") == first?.withStatedValidators)
        #expect(body("GET", "/a", began: Uptime.now) == "[10]")
        #expect(body("GET", "/a") == "[10]")
    }

    @Test func `answer the same method, path and query`() {
        for _ in 0..<2 {
            #expect(body("GET", "/a") == "[1]")
            #expect(body("POST", "/a") == "[2]")
            #expect(body("HEAD", "/a") == "[1]")
            #expect(body("DELETE", "/a") == nil)
            #expect(body("GET", "/b") == "[3]")
            #expect(body("GET", "/b", [URLQueryItem(name: "page", value: "2")]) == "[4]")
            #expect(body("GET", "/b", [URLQueryItem(name: "page", value: "3")]) == "[3]")
            #expect(body("GET", "/d/1") == "[7]")
            #expect(body("GET", "/d/2") == "[7]")
        }
    }

    @Test func `don't depend on headers`() {
        for _ in 0..<2 {
            #expect(body("GET", "/c") == "[5]")
            #expect(body("GET", "/c", [], ["Accept-Language": "fr"]) == "[6]")
            #expect(body("GET", "/a") == "[1]")
            #expect(body("GET", "/a", [], ["upgrade": "websocket", "Connection": "upgrade"]) == nil)
        }
    }

    @Test func `support preconditions and ranges`() throws {
        let tag = try #require(response("GET", "/a")?.headers["ETag"])
        for _ in 0..<2 {
            #expect(response("GET", "/a")?.status == .ok)
            #expect(response("GET", "/a", [], ["if-none-match": tag])?.status == .notModified)
            #expect(response("GET", "/a", [], ["If-Match": "\"other\""])?.status == 412)
            #expect(body("GET", "/a", [], ["range": "bytes=1-1"]) == "1")
        }
    }

    @Test func `yield to scenarios, settings and decisions`() throws {
        #expect(body("GET", "/a") == "[1]")
        switchboard.set(.mock("b/x.json"), for: "/a")
        #expect(body("GET", "/a") == "[3]")
        switchboard.set(nil, for: "/a")
        #expect(body("GET", "/a") == "[1]")
        let step = Scenario.Step(folder: "/b", responseFileName: "page")
        switchboard.activate(Scenario("pages", steps: [step]))
        #expect(body("GET", "/b") == "[4]")
        #expect(body("GET", "/a") == "[1]")
        switchboard.undecided = .unanswered
        #expect(body("GET", "/a") == nil)
        switchboard.undecided = .firstMock
        switchboard.isOn = false
        #expect(body("GET", "/a") == nil)
    }

    @Test func `are renewed while nothing changes`() throws {
        let folder = try #require(switchboard.folder)
        func known() -> String? {
            folder.answers.answer(to: Request(method: "GET", path: "/a"), of: folder, asOf: Uptime.now)
                .map { String(decoding: $0.response.body, as: UTF8.self) }
        }
        func age(_ seconds: Double) throws {
            let date = Date().addingTimeInterval(-seconds)
            let file = files.path("a/success_x.json").path
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
        }
        try age(60)
        #expect(known() == nil)
        #expect(body("GET", "/a", began: Uptime.now) == "[1]")
        #expect(known() == "[1]")
        #expect(known() == "[1]")
        try files.write("[11]", to: "a/success_x.json")
        #expect(known() == nil)
        // A file this new may change again with the same timestamp.
        #expect(body("GET", "/a", began: Uptime.now) == "[11]")
        #expect(known() == nil)
        try age(30)
        #expect(body("GET", "/a", began: Uptime.now) == "[11]")
        #expect(known() == "[11]")
        try files.write(#"{"X-New": "1"}"#, to: "a/success_x.headers.json")
        #expect(known() == nil)
        #expect(response("GET", "/a", began: Uptime.now)?.headers["X-New"] == "1")
        try files.write("[0]", to: "a/a_new.json")
        #expect(known() == nil)
    }

    @Test func `are limited in number and length`() throws {
        for number in 0..<3000 { #expect(body("GET", "/d/\(number)") == "[7]") }
        #expect(body("GET", "/long")?.count == 20_002)
        let folder = try #require(switchboard.folder)
        #expect(folder.answers.count <= 1024)
        #expect(folder.answers.answer(to: Request(method: "GET", path: "/d/2999"), of: folder, asOf: past) != nil)
        #expect(folder.answers.answer(to: Request(method: "GET", path: "/long"), of: folder, asOf: past) == nil)
    }
}

extension Response {
    fileprivate var withStatedValidators: Response {
        var response = self
        response.validators?.areStated = true
        return response
    }
}
