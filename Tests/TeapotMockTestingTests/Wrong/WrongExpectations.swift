import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

/// Tests with wrong expectations in handlers.
///
/// They must all fail, so only `.ci/wrong` runs them. It checks that each failure is attributed to its own test, at its
/// own line.
@Suite(.inTurn, .enabled(if: Trial.isOn), .trial) struct `Wrong expectations` {
    @Test(arguments: 0..<200) func `through a mock client`(number: Int) async throws {
        expectWrongly(number, line: 1000 + number)
        _ = try await MockTeapot(router: .current).get("\(number)")
    }

    @Test(arguments: 0..<200) func `through a session`(number: Int) async throws {
        expectWrongly(number, line: 2000 + number)
        try await Transport.session.get("\(number)", from: .current)
    }

    @Test(arguments: 0..<200) func `through a server`(number: Int) async throws {
        expectWrongly(number, line: 3000 + number)
        try await Transport.server.get("\(number)", from: .current)
    }

    /// Registers a handler whose expectation fails at its own line.
    private func expectWrongly(_ number: Int, line: Int) {
        let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        if number.isMultiple(of: 2) {
            Router.current.get("/:number") { request in
                #expect(request["number"] == "-\(number)", sourceLocation: place)
            }
        } else {
            Router.current.get("/:number") { request in
                await Task.yield()
                #expect(request["number"] == "-\(number)", sourceLocation: place)
            }
        }
    }
}

/// Tests with right expectations in handlers, which run at the same time.
@Suite(.inTurn, .enabled(if: Trial.isOn), .trial) struct `Right expectations` {
    @Test(arguments: 0..<200) func `through each of them`(number: Int) async throws {
        Router.current.get("/:number") { request in
            #expect(request["number"] == "\(number)")
        }
        _ = try await MockTeapot(router: .current).get("\(number)")
        try await Transport.session.get("\(number)", from: .current)
        try await Transport.server.get("\(number)", from: .current)
    }
}

/// A trait that gives a test its router, like `.router`, or in the trial without the values of the test, a router
/// whose handlers run with those of their own threads.
private struct Trial: SuiteTrait, TestTrait, TestScoping {
    private static let mode = ProcessInfo.processInfo.environment["TEAPOT_WRONG"]
    static let isOn = mode != nil

    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        if Self.mode == "plain" {
            try await Router.$ofTest.withValue(Router(), operation: function)
        } else {
            let trait: RouterTrait = .router
            try await trait.provideScope(for: test, testCase: testCase, performing: function)
        }
    }
}

extension Trait where Self == Trial {
    fileprivate static var trial: Self { Trial() }
}
