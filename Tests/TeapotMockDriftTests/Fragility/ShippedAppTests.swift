import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

import TeapotMockDrift

/// Types and mocks modeled on reports of apps that lost a screen because a server changed one thing.
@Suite(.inTurn) struct `Changes that broke shipped apps` {
    /// A type of an app, a response to it, and the change that broke it.
    struct Case: Sendable, CustomTestStringConvertible {
        let report: String
        let pointer: String
        let change: Fragility.Change
        let examine: @Sendable () throws -> Fragility

        init<Value: Decodable & SendableMetatype>(
            _ report: String, _ type: Value.Type, _ json: String, at pointer: String, _ change: Fragility.Change
        ) {
            (self.report, self.pointer, self.change) = (report, pointer, change)
            examine = { try JSON(parsing: Data(json.utf8)).fragility(of: type) }
        }

        var testDescription: String { report }
    }

    static let cases = [
        Case(
            "openapi-generator#19243: an enum's new case", [Pet].self,
            #"[{"name": "Rex", "status": "sold"}, {"name": "Tom", "status": "available"}]"#, at: "/*/status",
            .unknownText),
        Case(
            "agterm#360: a mode that an older version does not know", Snapshot.self,
            #"{"sidebarMode": "tree", "workspaces": [{"name": "a"}]}"#, at: "/sidebarMode", .unknownText),
        Case(
            "swagger-codegen#4762: an enum that is null", Order.self, #"{"id": 7, "state": "placed"}"#, at: "/state",
            .null),
        Case(
            "TootSDK#300: a count as a string", Instance.self, #"{"title": "toot", "stats": {"statusCount": 12}}"#,
            at: "/stats/statusCount", .text),
        Case(
            "Siren#246: an identifier as a number", Lookup.self,
            #"{"results": [{"trackId": "376771144", "version": "2.0"}]}"#, at: "/results/*/trackId", .number),
        Case(
            "aepsdk-core-ios#387: a hint as a number", Hit.self, #"{"hint": "9", "blob": "xyz"}"#, at: "/hint", .number),
        Case(
            "xcodes#334: one seed number as a string", Runtimes.self,
            #"{"sdkToSeedMappings": [{"seedNumber": 1}, {"seedNumber": 2}]}"#, at: "/sdkToSeedMappings/*/seedNumber",
            .text),
        Case(
            "TeslaSwift#30: a flag as a number", Vehicle.self, #"{"calendar_enabled": true, "vin": "5YJ"}"#,
            at: "/calendar_enabled", .number),
        Case(
            "n8n-workflows-ios#16: one bad element", Workflows.self, #"{"data": [{"id": "a"}, {"id": "b"}]}"#,
            at: "/data",
            .badElement),
        Case(
            "CodableFirebase#83: an empty list that is left out", Settings.self,
            #"{"name": "Ada", "accessCodes": [{"code": "x"}]}"#, at: "/accessCodes", .missing),
        Case(
            "BetterCodable#59: a member of an inner object is missing", Outer.self,
            #"{"title": "a", "inner": {"details": "b"}}"#, at: "/inner/details", .missing),
        Case(
            "swift-openai-responses#7: a code that is null", Failure.self,
            #"{"error": {"code": "x", "message": "no"}}"#, at: "/error/code", .null),
        Case(
            "ATProtoKit#301: an embedded record that is null", Feed.self,
            #"{"feed": [{"text": "a", "embed": {"kind": "image"}}]}"#, at: "/feed/*/embed", .null),
        Case(
            "a date without a fraction", Event.self, #"{"at": "2026-03-01T00:00:00.500Z"}"#, at: "/at", .otherDate),
        Case("a price with a fraction", Price.self, #"{"price": 12}"#, at: "/price", .fraction),
        Case("an identifier beyond 64 bits", Price.self, #"{"price": 12}"#, at: "/price", .hugeNumber),
        Case("a refund", Refund.self, #"{"amount": 12}"#, at: "/amount", .negative),
        Case(
            "a currency in lowercase", Money.self, #"{"currency": "EUR"}"#, at: "/currency", .otherCase),
        Case(
            "an object without members", Outer.self, #"{"title": "a", "inner": {"details": "b"}}"#, at: "/inner",
            .emptyObject),
        Case("a list that must have an element", First.self, #"{"list": [1]}"#, at: "/list", .emptyList),
    ]

    @Test(arguments: cases) func `are found in their places`(broken: Case) throws {
        let report = try broken.examine()
        #expect(!report.isEmpty)
        #expect(report.notes + report.problems == [])
        let finding = report.findings.first { $0.pointer == broken.pointer && $0.change == broken.change }
        #expect(finding?.loss == .everything, "\(report)")
        #expect(finding?.reason.isEmpty == false)
        #expect("\(report)".contains(broken.pointer))
        #expect(report.baseline.contains("\(broken.pointer): \(broken.change.rawValue) loses everything\n"))
    }
}

private struct Pet: Decodable {
    enum Status: String, Decodable { case sold, available }
    let name: String
    let status: Status
}

private struct Snapshot: Decodable {
    enum Mode: String, Decodable { case tree, flagged }
    struct Workspace: Decodable { let name: String }
    let sidebarMode: Mode?
    let workspaces: [Workspace]
}

private struct Order: Decodable {
    enum State: String, Decodable { case placed, shipped }
    let id: Double
    let state: State
}

private struct Instance: Decodable {
    struct Stats: Decodable { let statusCount: Int? }
    let title: String
    let stats: Stats
}

private struct Lookup: Decodable {
    struct App: Decodable { let trackId: String, version: String }
    let results: [App]
}

private struct Hit: Decodable { let hint: String, blob: String }

private struct Runtimes: Decodable {
    struct Mapping: Decodable { let seedNumber: Int }
    let sdkToSeedMappings: [Mapping]
}

private struct Vehicle: Decodable { let calendar_enabled: Bool, vin: String }

private struct Workflows: Decodable {
    struct Workflow: Decodable { let id: String }
    let data: [Workflow]
}

private struct Settings: Decodable {
    struct Code: Decodable { let code: String }
    let name: String
    let accessCodes: [Code]
}

private struct Outer: Decodable {
    struct Inner: Decodable { let details: String }
    let title: String
    let inner: Inner
}

private struct Failure: Decodable {
    struct Details: Decodable { let code: String, message: String }
    let error: Details
}

private struct Feed: Decodable {
    struct Embed: Decodable { let kind: String }
    struct Post: Decodable { let text: String, embed: Embed }
    let feed: [Post]
}

private struct Event: Decodable {
    let at: Date

    private enum CodingKeys: CodingKey { case at }

    init(from decoder: any Decoder) throws {
        let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .at)
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        guard let date = formatter.date(from: text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no date"))
        }
        at = date
    }
}

private struct Price: Decodable { let price: Int }

private struct Refund: Decodable { let amount: UInt }

private struct Money: Decodable {
    enum Currency: String, Decodable { case EUR, USD }
    let currency: Currency
}

private struct First: Decodable {
    let first: Int

    private enum CodingKeys: CodingKey { case list }

    init(from decoder: any Decoder) throws {
        let list = try decoder.container(keyedBy: CodingKeys.self).decode([Int].self, forKey: .list)
        guard let first = list.first else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "empty"))
        }
        self.first = first
    }
}
