import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockFolders

@Suite(.inTurn) struct `A scenario with steps left` {
    private let router = Router()
    private let switchboard: Switchboard
    private let files: TemporaryFolder
    private let scenario = Scenario(
        "browse", steps: [.init(folder: "/a/", responseFileName: "x"), .init(folder: "b", responseFileName: "y")])

    init() throws {
        files = try TemporaryFolder(["a/x.json": "[1]", "b/y.json": "[2]"])
        switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .unanswered
        router.switchboard = switchboard
    }

    private func ask(_ path: String) async { _ = await router.answer(to: path) }

    @Test func `it is a violation at the line that activates it`() async throws {
        let line: UInt = #line + 1
        switchboard.activate(scenario)
        #expect(router.violations.first?.message.contains("for step 1 of 2, “x” of /a.") == true)
        await ask("/a")
        let violation = try #require(router.violations.first)
        #expect(router.violations.count == 1)
        #expect(violation.kind == .unusedSteps)
        #expect(violation.place.map(\.description) == "\(#fileID):\(line)")
        #expect(
            violation.message == """
                The scenario “browse” is still waiting for step 2 of 2, “y” of /b. If this is intended, activate it \
                with `allowsEarlyEnd: true`, or deactivate it.
                """
        )
        await ask("/b")
        try router.verify()
    }

    @Test func `it is found by its name, too`() throws {
        switchboard.add(scenario)
        let line: UInt = #line + 1
        try switchboard.activate("browse")
        #expect(router.violations.map(\.kind) == [.unusedSteps])
        #expect(router.violations.first?.place?.line == line)
    }

    @Test func `it can be allowed, or deactivated`() throws {
        switchboard.activate(scenario, allowsEarlyEnd: true)
        try router.verify()
        switchboard.add(scenario)
        try switchboard.activate("browse", allowsEarlyEnd: true)
        try router.verify()
        switchboard.activate(scenario)
        switchboard.deactivate("browse")
        try router.verify()
    }

    @Test func `an activated scenario starts over when it is activated again`() async {
        switchboard.activate(scenario, allowsEarlyEnd: true)
        await ask("/a")
        switchboard.activate(scenario)
        #expect(router.violations.first?.message.contains("for step 1 of 2") == true)
    }

    @Test func `it has no steps left if it has none at all`() throws {
        switchboard.activate(Scenario("empty", steps: []))
        try router.verify()
    }

    @Test func `a test that stopped early doesn't fail for it`() {
        switchboard.activate(scenario)
        #expect(router.finish("a test", isCutShort: true).isEmpty)
    }
}
