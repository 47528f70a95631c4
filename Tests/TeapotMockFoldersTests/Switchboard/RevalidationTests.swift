import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A request that revalidates a mock` {
    private func write(_ name: String, _ text: String, at seconds: Double, in folder: TemporaryFolder) throws {
        try folder.write(text, to: name)
        let date = Date(timeIntervalSince1970: seconds)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path(name).path)
    }

    private func ask(_ router: Router, since date: String?) async -> Answer {
        let fields: Teapot.HeaderFields = date.map { ["If-Modified-Since": $0] } ?? [:]
        return await router.answer(to: Request(method: "GET", path: "/pay", headers: fields))
    }

    @Test(arguments: [1_000_000_000, 1_000_100_000] as [Double])
    func `by its date gets the next mock for its path, even if it's older`(time: Double) async throws {
        let folder = try TemporaryFolder()
        try write("pay/success_1.json", #"{"step": 1}"#, at: 1_000_100_000, in: folder)
        try write("pay/success_2.json", #"{"step": 2}"#, at: time, in: folder)
        let router = Router.serving(folder)
        let steps = ["1", "2"].map { Scenario.Step(folder: "/pay", responseFileName: "success_\($0).json") }
        router.switchboard?.activate(Scenario("pay", steps: steps))
        #expect(await ask(router, since: nil).body == Data(#"{"step": 1}"#.utf8))
        let second = await ask(router, since: "Mon, 10 Sep 2001 05:33:20 GMT")
        #expect(second.status == 200)
        #expect(second.body == Data(#"{"step": 2}"#.utf8))
        #expect(second.headers["ETag"] != nil)
    }

    @Test(arguments: [nil, "General/error_503_x.json", "pay/error_500_x.json"])
    func `by its date gets 304 if no other mock can answer`(other: String?) async throws {
        let folder = try TemporaryFolder()
        try write("pay/success_1.json", "[1]", at: 1_000_100_000, in: folder)
        if let other { try folder.write("[]", to: other) }
        let router = Router.serving(folder)
        let date = await ask(router, since: nil).headers["Last-Modified"]
        #expect(date == (other == nil ? "Mon, 10 Sep 2001 05:33:20 GMT" : nil))
        #expect(await ask(router, since: "Mon, 10 Sep 2001 05:33:20 GMT").status == (other == nil ? 304 : 200))
        if other != nil, let other {
            try folder.remove(other)
            #expect(await ask(router, since: "Mon, 10 Sep 2001 05:33:20 GMT").status == 304)
        }
    }
}
