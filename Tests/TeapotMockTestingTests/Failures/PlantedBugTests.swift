import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct PlantedBugTests {
    @Test func `The app without a planted bug survives every failure`() async throws {
        let report = try await explore(nil)
        #expect(report.findings.isEmpty, "\(report)")
        #expect(report.requests == ["GET /cart", "GET /cart", "POST /orders", "PATCH /profile"])
        #expect(report.runCount >= 200)
    }

    @Test(arguments: Bug.allCases) func `A planted bug is found`(_ bug: Bug) async throws {
        let limit: Duration = bug == .callbackForgotten ? .seconds(10) : .seconds(120)
        let report = try await recordingNothing { try await explore(bug, limit: limit) }
        let finding = try #require(report.findings.first, "\(bug)")
        #expect(report.findings.contains { $0.rule == bug.rule }, "\(report)")
        #expect(finding.paths[0].steps.count == (bug == .signedOutByServer ? 2 : 1))
    }

    private func explore(_ bug: Bug?, limit: Duration = .seconds(120)) async throws -> FailureReport {
        let budget = bug == nil ? Size.of(full: 5000, usual: 200) : bug == .signedOutByServer ? 600 : 0
        return try await everyFailure(budget: budget, limit: limit) {
            let router = Router.current
            router.get("/cart", with: ["items": [1, 2]])
            router.post("/orders", with: .json(["number": 41], status: 201))
            router.post("/token", with: ["accessToken": "second-access-token"])
            router.patch("/profile", with: .status(204))
            var options = Teapot.Options()
            if bug == .tokenFollowsRedirect { options.forwardedHeaders = ["Authorization"] }
            let shop = Shop(MockTeapot(router: router, options: options), clock: router.clock, bug: bug)
            await shop.openCart()
            await shop.openCart()
            await shop.placeOrder()
            try await shop.rename(to: "Ada")
            return await shop.screen
        } check: { outcome in
            let steps = outcome.path.steps
            let screen = try #require(outcome.value ?? (outcome.error as? ShopError)?.screen)
            #expect(outcome.error == nil || screen.name == "Joan")
            #expect(!screen.isLoading)
            #expect(screen.isOrderNoted == (screen.order != nil))
            #expect(screen.cart == nil || screen.cart == (screen.order == nil ? [1, 2] : []))
            #expect(screen.cart != nil || screen.message != nil)
            if steps.count == 1, steps[0].extent == .once {
                let refreshes = outcome.journal.entries.count { $0.request.path == "/token" }
                #expect(refreshes == (steps[0].failure == .status(401) ? 1 : 0))
            }
            if outcome.path.description == "2+:refused" { #expect(screen.isStale) }
            for entry in outcome.journal.entries where entry.request.path == "/orders" {
                #expect(entry.request.json?.dictionary?["items"] as? [Int] == [1, 2])
            }
            if outcome.path.failures.allSatisfy({ $0 != .status(401) && $0 != .status(403) }) {
                #expect(screen.isSignedIn)
            }
            if steps.count == 2, steps[1].request == "POST /token" {
                #expect(screen.isSignedIn == ![.status(401), .status(403)].contains(steps[1].failure))
            }
            if !outcome.path.failures.contains(where: \.isOfConnection) { #expect(screen.message != "No connection") }
        }
    }
}

extension FailurePath.Failure {
    fileprivate var isOfConnection: Bool {
        switch self {
        case .refused, .reset, .resetInBody, .timedOut, .slow, .redirectLoop, .portal: true
        default: false
        }
    }
}

extension Bug {
    /// The rule that the bug breaks.
    fileprivate var rule: FailureReport.Rule {
        switch self {
        case .orderRepeatedWithoutKey, .newKeyForEachAttempt, .patchRepeated: .repeatedRequest
        case .endlessRetry, .endlessRefresh, .callbackForgotten: .end
        case .tokenFollowsRedirect: .credentialOfOtherOrigin
        case .tokenInError, .refreshTokenInError: .secretInError
        case .retryAfterIgnored: .retryAfter
        case .spinnerNeverStops, .tokenRefreshedTwice, .staleCartShownAsFresh, .errorSwallowed, .emptyBodyIsEmptyCart,
            .signedOutByServer, .orderNotedTooEarly, .cartClearedTooEarly, .renamingNotReverted, .denialShownAsOffline:
            .expectation
        }
    }
}
