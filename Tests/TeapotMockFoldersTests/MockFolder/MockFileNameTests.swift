import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn) struct `The name of a mock's file` {
    struct Case: Sendable {
        let fileName: String
        let isSuccess: Bool
        let status: Int
        var delay = 0.0
        var method: String?
        let name: String
    }

    static let cases = [
        Case(fileName: "success_productList.json", isSuccess: true, status: 200, name: "productList"),
        Case(fileName: "error_categoryNotFound.json", isSuccess: false, status: 400, name: "categoryNotFound"),
        Case(fileName: "productList.json", isSuccess: true, status: 200, name: "productList"),
        Case(fileName: "sucess_listWithoutBanner.json", isSuccess: true, status: 200, name: "sucess_listWithoutBanner"),
        Case(
            fileName: "success_200_200ms_validatedPayment.json", isSuccess: true, status: 200, delay: 0.2,
            name: "validatedPayment"),
        Case(fileName: "error_401_rejectedPayment.json", isSuccess: false, status: 401, name: "rejectedPayment"),
        Case(fileName: "error_100ms_x.json", isSuccess: false, status: 400, delay: 0.1, name: "x"),
        Case(fileName: "success_200ms_201_x.json", isSuccess: true, status: 201, delay: 0.2, name: "x"),
        Case(fileName: "SUCCESS_201_POST_x.json", isSuccess: true, status: 201, method: "POST", name: "x"),
        Case(fileName: "DELETE_204_x", isSuccess: true, status: 204, method: "DELETE", name: "x"),
        Case(fileName: "success_post_x.json", isSuccess: true, status: 200, name: "post_x"),
        Case(fileName: "success_2024_report.json", isSuccess: true, status: 200, name: "2024_report"),
        Case(fileName: "success_200_300_x.json", isSuccess: true, status: 200, name: "300_x"),
        Case(fileName: "error_200_x.json", isSuccess: false, status: 200, name: "x"),
        Case(fileName: "success_404.json", isSuccess: true, status: 404, name: "success_404"),
        Case(fileName: "success.json", isSuccess: true, status: 200, name: "success"),
        Case(fileName: "error_.json", isSuccess: false, status: 400, name: "error_"),
        Case(fileName: "success_a.b.json", isSuccess: true, status: 200, name: "a.b"),
        Case(fileName: "success_ms_x.json", isSuccess: true, status: 200, name: "ms_x"),
        Case(fileName: "success_86400000ms_x.json", isSuccess: true, status: 200, delay: 86400, name: "x"),
    ]

    @Test(arguments: cases) func `states the success, status, delay, method and name`(_ one: Case) throws {
        let name = try MockFileName(one.fileName)
        #expect(name.isSuccess == one.isSuccess)
        #expect(name.status.rawValue == one.status)
        #expect(name.delay == one.delay)
        #expect(name.method == one.method)
        #expect(name.name == one.name)
    }

    @Test(arguments: [
        ("error_999_x.json", "“999” is not a valid response status: use one from 200 to 599"),
        ("success_100_x.json", "“100” is not a valid response status: use one from 200 to 599"),
        ("success_86400001ms_x.json", "“86400001ms” is a delay of more than a day: use at most 86400s"),
        (
            "success_99999999999999999999ms_x.json",
            "“99999999999999999999ms” is a delay of more than a day: use at most 86400s"
        ),
        ("success_\u{7}.json", "the name has a control character; rename the file"),
    ])
    func `is explained if it's invalid`(fileName: String, reason: String) {
        #expect(throws: MockFileName.ParsingError(reason: reason)) { try MockFileName(fileName) }
    }
}
