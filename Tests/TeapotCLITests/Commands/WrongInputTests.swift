import Foundation
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension ProgramSuites {
    @Suite struct `An input for another command` {
        @Test(arguments: [["record", "--into", "x"], ["serve", "Mocks", "--live"]])
        func `the command's own address is refused as a live server`(words: [String]) async throws {
            let server = Server(router: Router())
            let port = try server.start()
            let folder = try TemporaryFolder(["Mocks/teas/success_a.json": "{}"])
            for host in ["localhost", "127.0.0.1", "[::1]"] {
                let url = "http://ada:made-up@\(host):\(port)"
                let run = try await Built.run(words + [url, "--port", "\(port)"], in: folder.url)
                let rest = "itself listens; choose another port with --port."
                let what = "“http://\(host):\(port)/” is where “teapot \(words[0])” \(rest)"
                #expect(run.errors == "teapot: \(what) Run “teapot \(words[0]) --help”.\n")
                #expect(run.status == 64)
            }
            #expect(folder.files == ["Mocks/teas/success_a.json"])
            try await server.stop()
        }

        @Test func `a document on the web is downloaded first`() async throws {
            for (url, name) in [
                ("'http://a.test/openapi.YAML?v=1'", "openapi.YAML"), ("http://a.test/api.json", "api.json"),
            ] {
                let run = try await Built.run(["serve", url.filter { $0 != "'" }])
                #expect(run.errors.hasSuffix(" For a document, first run “teapot get \(url) -o \(name)”.\n"))
                #expect(run.status == 66)
            }
        }

        @Test func `an example of a mock is in the folder “Mocks”`() async throws {
            let folder = try TemporaryFolder(["F/Mocks/.keep": ""])
            let run = try await Built.run(["check", "F"], in: folder.url)
            let example = "write a file such as F/Mocks/products/success_list.json, for requests to /products"
            #expect(run.errors == "teapot: “F” has no mocks yet: \(example).\n")
        }

        @Test func `scenarios in place of mocks are one line`() async throws {
            let step = #"{"steps": [{"folder": "/teas", "responseFileName": "a"}]}"#
            let folder = try TemporaryFolder([
                "Shop/Mocks/teas/success_a.json": "{}", "Shop/Scenarios/visit.json": step,
            ])
            for command in ["check", "routes", "serve"] {
                let run = try await Built.run([command, "Shop/Scenarios"], in: folder.url)
                #expect(run.errors == "teapot: “Shop/Scenarios” is a folder of scenarios; use “Shop”.\n")
                #expect(run.status == 66)
            }
            let inside = try await Built.run(["check", "."], in: folder.path("Shop/Scenarios"))
            #expect(inside.errors == "teapot: “.” is a folder of scenarios; use “\(folder.path("Shop").path)”.\n")
            let file = try await Built.run(["check", "Shop/Scenarios/visit.json"], in: folder.url)
            let kind = "is a scenario: run “teapot check” with the folder above “Scenarios”"
            #expect(file.errors.hasPrefix("teapot: “Shop/Scenarios/visit.json” \(kind). Use "))
            let mock = try await Built.run(["check", "Shop/Mocks/teas/success_a.json"], in: folder.url)
            let name = "has the name of a mock: run “teapot check” with its folder of mocks"
            #expect(mock.errors.hasPrefix("teapot: “Shop/Mocks/teas/success_a.json” \(name). Use "))
        }

        @Test func `the command that fits is named`() async throws {
            let mapping = #"{"request": {"url": "/a"}, "response": {"status": 200}}"#
            let folder = try TemporaryFolder(["wm/mappings/a.json": mapping, "api.yaml": "openapi: 3.1.0\n"])
            let routes = try await Built.run(["routes", "wm"], in: folder.url)
            let advice = "For a WireMock root, first run “teapot import wiremock wm --into Mocks”."
            #expect(routes.errors.hasSuffix("Use a folder of mocks, or an OpenAPI document. \(advice)\n"))
            let kind =
                "“api.yaml” is an OpenAPI document: run “teapot serve api.yaml” or, with mocks, use --openapi api.yaml"
            for words in [["import", "api.yaml"], ["import", "openapi", "api.yaml"]] {
                let run = try await Built.run(words, in: folder.url)
                #expect(run.errors == "teapot: \(kind). Run “teapot import --help”.\n")
                #expect(run.status == 64)
            }
            let replayed = "can't be replayed. Use a HAR file, or “teapot serve” for mocks and OpenAPI documents."
            let imported = "can't be imported. Use a HAR file. For mocks and OpenAPI documents, run “teapot serve”."
            for (words, har) in [
                (["replay", "wm"], replayed), (["replay", "api.yaml"], replayed),
                (["import", "har", "--into", "Mocks", "api.yaml"], imported),
                (["import", "har", "--into", "Mocks", "wm"], imported),
            ] {
                let run = try await Built.run(words, in: folder.url)
                #expect(run.errors == "teapot: “\(words.last ?? "")” \(har)\n")
                #expect(run.status == 66)
            }
            let missing = try await Built.run(["import", "openapi", "none.yaml"], in: folder.url)
            #expect(missing.errors.contains(", or for a document “teapot serve openapi.yaml”. Run "))
        }
    }
}
