import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockServer
import TeapotTestResources
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the inspector's page in a browser, controlled by a script.
    @Suite(
        .enabled(
            if: Clients.browser != nil && Clients.equippedPython != nil,
            "chromium-headless-shell or $TEAPOT_PYTHON with websockets is not there: the page was not tried in a browser"
        ))
    struct `The inspector in a browser` {
        /// The steps that the script reports, in order.
        private static let steps = [
            "reveals nothing to a mock's script", "opens", "says what to do next where nothing is shown",
            "shows a request as it comes",
            "shows the number of files with problems, wherever they are",
            "shows a request that is held",
            "writes a response by keyboard",
            "edits a copy of a mock", "answers with a mock", "sets the response for a path",
            "runs a scenario to its end",
            "searches the files of mocks", "edits the file of a mock, and the next request gets it",
            "offers a choice when the edited file has changed on disk", "asks before it drops what is written",
            "opens the file of a mock that can't be used",
            "keeps what is written for a file that's gone",
            "says that the file of a 204 isn't sent",
            "says at once why invalid JSON can't be saved, and what to do",
            "edits a long text without delay",
            "creates, copies and deletes a mock", "says how to edit mocks besides a document",
            "names the folder of scenarios where there are none",
            "shows markup as text", "sets the response for requests like an answered one", "searches",
            "copies curl and exports HAR",
            "filters by status and by what was not answered",
            "names the document that answers without a mock", "creates a mock for a request that was not answered",
            "follows mocks and scenarios that are added on disk, and tells mocks apart by their conditions",
            "shows long JSON in parts, and searches it", "shows many mocks, and searches them",
            "has room for a long URL on a phone, and errors don't push it away",
            "switches off and on, if there is a live server", "shows the keyboard shortcuts",
            "keeps held requests in sight of a search, and the search over a reload",
            "cancels a request", "offers the answers of the document for a held request",
            "begins with the mocks for the method of a held request",
            "says that the client of a held request has gone, and keeps what was written for it",
            "reconnects to a server that is started again",
            "fits a phone and a desktop, in light and dark",
            "sends no request elsewhere and logs no error",
        ]

        /// JSON on one line, too long for the page to format, with the same word in two places.
        private static let longJSON: String = {
            let items = (0..<6000).map { number in
                #"{"id":\#(number),"name":"tea \#(number)","text":"\#(number == 4321 ? "needle" : "-")"}"#
            }
            return #"{"items":[\#(items.joined(separator: ",")),{"last":"Needle"}]}"#
        }()

        @Test func `performs every step of the script`() async throws {
            let (browser, python) = (try #require(Clients.browser), try #require(Clients.equippedPython))
            try await InspectedServer.run { inspected async throws in
                let live = try #require(URL(string: "http://127.0.0.1:9"))
                var evil = Response.text(
                    "<title>evil</title><link rel=icon href=data:,><body>", contentType: "text/html")
                inspected.router.get("/evil", with: evil)
                // With the same policy as the inspector's page, it would keep access to a window with that page.
                evil.headers["Cross-Origin-Opener-Policy"] = "same-origin"
                inspected.router.get("/evil-opener", with: evil)
                inspected.router.get("/worker.js", with: .text("", contentType: "text/javascript"))
                inspected.switchboard.environments = [.init("Staging", baseURL: live), .init("Dev", baseURL: live)]
                inspected.router.get("/hello") { _ -> Response in ["hello": "you"] }
                inspected.router.setStage(StandIn())
                inspected.server.describe(
                    "Other requests: api.yaml", [], ("api.yaml", (["METHOD", "PATH"], [["GET", "/documented"]])))
                inspected.router.get("/silent", with: Response().failing(.timedOut))
                inspected.router.get("/long", with: .text(Self.longJSON, contentType: "application/json"))
                let picture = """
                    <svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/>
                    <script>parent.isHacked = true</script></svg>
                    """
                inspected.router.get("/picture", with: .text(picture, contentType: "image/svg+xml"))
                let large = String(repeating: " ", count: 1_000_000)
                let pair = "[\(Self.longJSON),\(large)\"late\"]"
                inspected.router.get("/large", with: .text(pair, contentType: "application/json"))
                // The server that replaces the first one on its port.
                let another = Server(inspecting: Router())
                another.router.switchboard = inspected.switchboard
                // The server after a restart of the command, which keeps its token.
                let rerun = Server(inspecting: Router(), token: inspected.server.inspectorToken)
                rerun.router.switchboard = inspected.switchboard
                let address = try #require(inspected.server.inspectorURL).absoluteString
                try await Clients.serving(control(of: inspected, another, rerun)) { control in
                    let script = Fixtures.clientsDirectory.appendingPathComponent("inspector.py").path
                    let screenshots = ProcessInfo.processInfo.environment["TEAPOT_SCREENSHOTS"] ?? ""
                    let arguments = ["-B", script, browser, address, "\(control)", screenshots]
                    let (output, status) = try await onOwnThread {
                        let program = try Program(python, arguments, leadsGroup: true)
                        let output = program.output.readDataToEndOfFile()
                        program.killGroup()
                        return (output, program.wait())
                    }
                    let steps = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
                    #expect(steps == Self.steps)
                    #expect(status == 0)
                }
                try? await another.stop(within: 0)
                try? await rerun.stop(within: 0)
            }
        }

        /// Stops the server, and starts it again or another one on its port.
        private func control(of inspected: InspectedServer, _ another: Server, _ rerun: Server) -> Router {
            let router = Router()
            router.post("/stop") { _ async throws -> Response in
                try await inspected.server.stop(within: 0)
                return .status(204)
            }
            router.post("/many") { _ -> Response in
                let folder = try #require(inspected.switchboard.folder).directory
                for number in 0..<400 {
                    let place = folder.appendingPathComponent("many/\(number)")
                    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                    for name in ["success_a.json", "success_b.json", "error_404_c.json"] {
                        try Data("{}".utf8).write(to: place.appendingPathComponent(name))
                    }
                }
                return .status(204)
            }
            router.post("/touch") { request -> Response in
                let file = try #require(inspected.switchboard.folder?.mock(at: "products/success_productList.json")).url
                let name = request.queryValue("tea") ?? ""
                try Data(#"{"products": [{"id": 1, "name": "\#(name) tea"}]}"#.utf8).write(to: file)
                return .status(204)
            }
            router.post("/conditions") { _ -> Response in
                let folder = try #require(inspected.switchboard.folder).directory
                let place = folder.appendingPathComponent("paged")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                let index = """
                    {"success_paged_a": {"query": {"page": "1"}}, "success_paged_b": {"headers": {"X-User": "new"}},
                     "success_paged_c": {"exactPath": "/v2/paged"}}
                    """
                try Data(index.utf8).write(to: place.appendingPathComponent("mocks.index.json"))
                for name in ["a", "b", "c"] {
                    try Data("{}".utf8).write(to: place.appendingPathComponent("success_paged_\(name).json"))
                }
                return .status(204)
            }
            router.post("/namesakes") { _ -> Response in
                let folder = try #require(inspected.switchboard.folder).directory
                let place = folder.appendingPathComponent("sections/filters")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                for name in ["success_filterList", "success_201_POST_filterList", "error_503_300ms_filterList"] {
                    try Data("{}".utf8).write(to: place.appendingPathComponent("\(name).json"))
                }
                return .status(204)
            }
            router.post("/scenario") { _ -> Response in
                let folder = try #require(inspected.switchboard.scenarioFolder).directory
                let text = #"{"steps": [{"folder": "/products", "responseFileName": "emptyList"}]}"#
                try Data(text.utf8).write(to: folder.appendingPathComponent("New.json"))
                return .status(204)
            }
            // Writes files that aren't valid, or deletes them.
            router.post("/break") { request -> Response in
                let mocks = try #require(inspected.switchboard.folder).directory
                let scenarios = try #require(inspected.switchboard.scenarioFolder).directory
                let name = request.queryValue("name") ?? "broken.json"
                let broken = mocks.appendingPathComponent("products/\(name)")
                for file in [broken, scenarios.appendingPathComponent("Broken.json")] {
                    guard let text = request.queryValue("text") else {
                        try FileManager.default.removeItem(at: file)
                        continue
                    }
                    try Data(text.utf8).write(to: file)
                }
                return .status(204)
            }
            router.post("/live") { request -> Response in
                let live = try #require(URL(string: "http://127.0.0.1:9"))
                let names = (request.queryValue("names") ?? "").split(separator: ",").map(String.init)
                inspected.switchboard.environments = names.map { .init($0, baseURL: live) }
                return .status(204)
            }
            router.post("/again") { _ -> Response in
                try inspected.server.start(port: inspected.port)
                return .status(204)
            }
            router.post("/rerun") { _ -> Response in
                try rerun.start(port: inspected.port)
                return .status(204)
            }
            router.post("/endrerun") { _ async throws -> Response in
                try await rerun.stop(within: 0)
                return .status(204)
            }
            router.post("/start") { _ -> Response in
                try another.start(port: inspected.port)
                return .text(another.inspectorURL?.absoluteString ?? "")
            }
            return router
        }
    }
}

/// Answers one path, like an OpenAPI document.
private struct StandIn: Stage {
    static var places: [StagePlace] { [.insteadOfRoutes] }

    func couldAnswer(_ request: Request) -> Bool { request.path == "/documented" }

    func responses(to request: Request, in router: Router) -> [StageResponse] {
        let error = Response.text(#"{"code": "none"}"#, contentType: "application/problem+json", status: 404)
        guard couldAnswer(request) else { return [] }
        return [nil, 200, 404].map { status in (status, { @Sendable _ in status == 404 ? error : .text("{}") }) }
    }

    func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? {
        couldAnswer(request) ? StageMatch(.switched("api.yaml: example"), .text("{}")) : nil
    }
}
