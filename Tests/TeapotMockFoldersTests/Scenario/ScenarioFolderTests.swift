import Foundation
import Teapot
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockFolders

@Suite(.inTurn) struct `A folder of scenarios` {
    @Test func `holds LetSee's property lists, and JSON`() {
        let folder = ScenarioFolder(Fixtures.letSeeDirectory.appendingPathComponent("Scenarios"))
        #expect(folder.problems == [])
        #expect(
            folder.scenarios == [
                Scenario(
                    "browse",
                    steps: [
                        .init(folder: "/categories/", responseFileName: "categoryList"),
                        .init(folder: "/categories/filters", responseFileName: "success_filterList"),
                        .init(folder: "products", responseFileName: "success_productList.json"),
                    ]),
                Scenario(
                    "soldOut",
                    steps: [
                        .init(folder: "/products", responseFileName: "success_productList.json"),
                        .init(folder: "/products", responseFileName: "success_emptyList.json"),
                    ]),
            ])
    }

    @Test func `reads names and conditions`() throws {
        let files = try TemporaryFolder([
            "a.json": """
            {"name": "Pay", "request": {"headers": {"X-User": "1"}}, "steps": [
              {"folder": "/a", "responseFileName": "b", "request": {"method": "POST", "path": "/a", "query": {"q": "1"}}}
            ]}
            """
        ])
        let folder = ScenarioFolder(files.url)
        #expect(folder.problems == [])
        let condition = RequestCondition(method: "POST", path: "/a", query: ["q": "1"])
        #expect(
            folder.scenarios == [
                Scenario(
                    "Pay", steps: [.init(folder: "/a", responseFileName: "b", request: condition)],
                    request: RequestCondition(headers: ["X-User": "1"]))
            ])
    }

    @Test(arguments: [
        ("a.json", "{\"steps\": [\n}", "a.json:2:1: expected a value or \"]\" but found \"}\""),
        ("a.json", "{}", "a.json:1:1: steps: the key is missing"),
        ("a.json", #"{"steps": []}"#, "a.json:1:11: it has no steps"),
        (
            "a.json", #"{"steps": [{"folder": "a", "responseFilename": "b"}]}"#,
            "a.json:1:12: step 1: unknown member “responseFilename”; did you mean “responseFileName”?"
        ),
        ("a.json", #"{"steps": [{"folder": "a"}]}"#, "a.json:1:12: step 1: responseFileName: the key is missing"),
        ("a.txt", "", "a.txt: the name of a scenario's file must end with “.plist” or “.json”"),
    ])
    func `reports mistakes and loads everything else`(file: String, text: String, problem: String) throws {
        let files = try TemporaryFolder([
            file: text, "z.json": #"{"steps": [{"folder": "a", "responseFileName": "b"}]}"#, ".hidden": "",
            "z.json~": "", "desktop.ini": "",
        ])
        let folder = ScenarioFolder(files.url)
        #expect(folder.problems.map(\.description) == [problem])
        #expect(folder.scenarios.map(\.name) == ["z"])
    }

    @Test func `reports an invalid property list, two with the same name, and a missing folder`() throws {
        let step = #"{"steps": [{"folder": "a", "responseFileName": "b"}]"#
        let files = try TemporaryFolder([
            "a.plist": "<plist", "b.json": step + #", "name": "x"}"#, "y.json": step + #", "name": "x"}"#,
        ])
        let folder = ScenarioFolder(files.url)
        let problems = folder.problems.map(\.description)
        #expect(problems.count == 2)
        #expect(problems.first?.hasPrefix("a.plist: ") == true)
        #expect(problems.last == "y.json:1:63: there is already a scenario called “x”; rename one")
        let nowhere = ScenarioFolder(files.url.appendingPathComponent("nowhere"))
        #expect(nowhere.scenarios == [])
        #expect(nowhere.problems.count == 1)
    }

    @Test(arguments: [
        (RequestCondition(), true),
        (RequestCondition(method: "post"), true), (RequestCondition(method: "GET"), false),
        (RequestCondition(path: "/users/7"), true), (RequestCondition(path: "Users/{id}/"), true),
        (RequestCondition(path: "/v1/users/7"), true), (RequestCondition(path: "/a/v1/users/7"), false),
        (RequestCondition(path: "/users/8"), false),
        (RequestCondition(query: ["q": "2"]), true), (RequestCondition(query: ["q": "3"]), false),
        (RequestCondition(headers: ["x-user": "A"]), true),
        (RequestCondition(headers: ["X-User": "a"]), false),
    ])
    func `checks a request against its conditions`(condition: RequestCondition, isMet: Bool) {
        let request = Request(
            method: "POST", path: "/v1/users/7",
            query: [URLQueryItem(name: "q", value: "1"), URLQueryItem(name: "q", value: "2")],
            headers: ["X-User": "A"])
        #expect(condition.isMet(by: request) == isMet)
    }

    @Test func `reports steps without a mock, and finds names like LetSee`() throws {
        let files = try TemporaryFolder([
            "Mocks/a/error_401_rejectedPayment.json": "1", "Mocks/a/success_200_20ms_x.json": "1",
            "Mocks/users/success_list.json": "1", "Mocks/users/{id}/success_ada.json": "1",
            "Scenarios/s.json": """
            {"steps": [
              {"folder": "/a", "responseFileName": "error_rejectedPayment"},
              {"folder": "/a", "responseFileName": "error_500_rejectedPayment.json"},
              {"folder": "/a", "responseFileName": "success_x"},
              {"folder": "/a", "responseFileName": "rejectdPayment"},
              {"folder": "/aa", "responseFileName": "x"},
              {"folder": "/other", "responseFileName": "x"},
              {"folder": "/a", "responseFileName": "error_401_rejectedPaymnt"},
              {"folder": "/users/7", "responseFileName": "success_ada"}
            ]}
            """,
        ])
        let mocks = MockFolder(files.path("Mocks"))
        let expected = [
            "s.json:5:3: step 4: there is no mock “rejectdPayment” in “/a”; did you mean “rejectedPayment”?",
            "s.json:6:3: step 5: there is no mock “x” in “/aa”; did you mean “/a”?",
            "s.json:7:3: step 6: there is no mock “x” in “/other”; there is no such directory",
            "s.json:8:3: step 7: there is no mock “error_401_rejectedPaymnt” in “/a”; did you mean"
                + " “error_401_rejectedPayment”?",
            "s.json:9:3: step 8: there is no mock “success_ada” in “/users/7”; did you mean “/users/{id}”?",
        ]
        #expect(ScenarioFolder(files.path("Scenarios"), mocks: mocks).problems.map(\.description) == expected)
        let folder = ScenarioFolder(files.path("Scenarios"))
        #expect(folder.problems == [])
        let switchboard = Switchboard(mocks, scenarios: folder)
        #expect(folder.problems.map(\.description) == expected)
        try switchboard.activate("s")
        #expect(switchboard.activeScenarios.first?.nextMock?.path == "a/error_401_rejectedPayment.json")
    }

    @Test(arguments: [("error_pay", "a/error_401_pay.json"), ("success_pay", "a/success_201_pay.json")])
    func `distinguishes success from failure if names are equal`(step: String, mock: String) throws {
        let files = try TemporaryFolder(["a/error_401_pay.json": "1", "a/success_201_pay.json": "2"])
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.activate(Scenario("s", steps: [.init(folder: "/a", responseFileName: step)]))
        #expect(switchboard.activeScenarios.first?.nextMock?.path == mock)
    }
}
