import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// An exchange without its secrets, which waits to be published.
struct StagedExchange: Codable, Sendable, Equatable {
    private struct Item: Codable, Equatable {
        let name: String
        var value: String?
    }

    /// The time when the recorder was created, and the exchange's number there; they determine the order of exchanges.
    let session: Date
    let number: Int
    private let method: String
    private var path: String
    private let origin, fault, mockName: String?
    private var query, requestFields, responseFields: [Item]
    private var requestBody, responseBody: Data
    private let lacksBody: Bool
    private let status: Int
    private let delay: Double
    private var pieceTimes: [Double]
    private var pieceCounts: [Int]
    private let started: Date?
    private let duration, wait: Double?
    /// The entry as written in the index file, or `nil` for a HAR file.
    private var mockText: Data?

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - session: The time when the recorder was created.
    ///   - number: The number of the exchange in that recorder.
    ///   - entry: The request, without the parts that a mock doesn't need, and the response.
    ///   - mock: The entry of the mock in the index file, or `nil` for a HAR file.
    init(session: Date, number: Int, _ entry: HAR.Entry, as mock: MockEntry?) {
        func items(_ fields: Teapot.HeaderFields) -> [Item] { fields.map { Item(name: $0.name, value: $0.value) } }
        let (request, response) = (entry.request, entry.response)
        (self.session, self.number) = (session, number)
        (method, path, origin) = (request.method, request.path, request.origin)
        query = request.query.map { Item(name: $0.name, value: $0.value) }
        (requestFields, requestBody) = (items(request.headers), request.body)
        lacksBody = request.lacksBody
        (status, delay) = (response.status.rawValue, response.delay)
        (responseFields, responseBody) = (items(response.headers), response.body)
        (fault, mockName) = (response.fault.flatMap { Delivery(fault: $0).faultText }, mock?.name)
        (pieceTimes, pieceCounts) = (response.pieces.map(\.time), response.pieces.map(\.count))
        (started, duration, wait) = (entry.started, entry.duration, entry.wait)
        mockText = mock.flatMap { mock in
            try? JSON.data(from: mock.condition.document.merging(mock.delivery.document) { own, _ in own })
        }
    }

    /// The request and the response.
    var entry: HAR.Entry {
        func fields(_ items: [Item]) -> Teapot.HeaderFields {
            Teapot.HeaderFields(items.map { Teapot.HeaderFields.Field(name: $0.name, value: $0.value ?? "") })
        }
        var request = Request(
            method: method, origin: origin, path: path,
            query: query.map { URLQueryItem(name: $0.name, value: $0.value) }, headers: fields(requestFields),
            body: requestBody)
        if lacksBody { request.markBodyAsUnknown() }
        var response = Response(
            status: Teapot.StatusCode(rawValue: status), headers: fields(responseFields), body: responseBody,
            delay: delay)
        response.pieces = zip(pieceTimes, pieceCounts).map { Response.Piece(at: $0, count: $1) }
        response.fault = fault.flatMap(Response.Fault.init(written:))
        return HAR.Entry(request, response, started: started, duration: duration, wait: wait)
    }

    /// The entry of the mock in the index file, or `nil` for a HAR file.
    var mock: MockEntry? {
        guard let mockText else { return nil }
        let file = ConditionFile(Data("{\"mock\": ".utf8) + mockText + Data("}".utf8), at: "")
        guard var entry = file.entries["mock"], entry.problems.isEmpty else { return nil }
        // A decoder reads 1.0 as 1.
        let members = (try? JSON.value(parsing: mockText)) as? [String: any Sendable]
        if let json = members?["json"].flatMap({ JSON($0) }) { entry.condition.body = .json(json) }
        if let json = members?["jsonContains"].flatMap({ JSON($0) }) { entry.condition.body = .jsonContaining(json) }
        return MockEntry(condition: entry.condition, delivery: entry.delivery, name: mockName)
    }

    /// Returns the exchange without secrets that were discovered after it was staged.
    func without(_ known: KnownSecrets) -> StagedExchange {
        guard known.count > 0 else { return self }
        func redacted(_ items: inout [Item]) {
            for index in items.indices {
                guard let bytes = items[index].value.flatMap({ known.redacted($0.utf8) }) else { continue }
                items[index].value = String(decoding: bytes, as: UTF8.self)
            }
        }
        var result = self
        if let path = known.redacted(path.utf8) { result.path = String(decoding: path, as: UTF8.self) }
        redacted(&result.query)
        redacted(&result.requestFields)
        redacted(&result.responseFields)
        result.requestBody = known.redacted(requestBody).map { Data($0) } ?? requestBody
        result.mockText = mockText.map { text in known.redacted(text).map { Data($0) } ?? text }
        if let (body, pieces) = known.redacted(responseBody, entry.response.pieces) {
            result.responseBody = body
            (result.pieceTimes, result.pieceCounts) = (pieces.map(\.time), pieces.map(\.count))
        }
        return result
    }
}
