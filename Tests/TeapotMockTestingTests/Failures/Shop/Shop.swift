import Foundation
import Teapot
import TeapotMock

/// The state that the shop app shows.
struct Screen: Sendable, Equatable {
    var isLoading = false
    var cart: [Int]?
    var isStale = false
    var order: Int?
    var isOrderNoted = false
    var name = "Joan"
    var isSignedIn = true
    var message: String?
}

/// An error that the shop app shows.
struct ShopError: Error, CustomStringConvertible {
    let description: String
    var screen = Screen()
}

private struct Cart: Decodable {
    let items: [Int]
}

private struct Order: Decodable {
    let number: Int
}

private struct Tokens: Decodable {
    let accessToken: String
}

/// A shop app as its authors wrote it, with one mistake or with none.
actor Shop {
    private let teapot: any TeapotClient
    private let clock: Router.Clock
    private let bug: Bug?
    private var token = "first-access-token"
    private(set) var screen = Screen()

    init(_ teapot: any TeapotClient, clock: Router.Clock, bug: Bug?) {
        self.teapot = teapot
        self.clock = clock
        self.bug = bug
    }

    func openCart() async {
        screen.isLoading = true
        do {
            let cart = try await loadCart()
            (screen.cart, screen.isStale, screen.message) = (cart, false, nil)
        } catch {
            if bug == .spinnerNeverStops { return }
            if bug == .errorSwallowed {
                if screen.cart == nil { screen.cart = [] }
            } else {
                screen.message = text(for: error)
                screen.isStale = bug != .staleCartShownAsFresh && screen.cart != nil
            }
        }
        screen.isLoading = false
    }

    func placeOrder() async {
        guard let cart = screen.cart else { return }
        var key = UUID().uuidString
        if bug == .orderNotedTooEarly { screen.isOrderNoted = true }
        if bug == .cartClearedTooEarly { screen.cart = [] }
        for attempt in 1...2 {
            do {
                if attempt > 1, bug == .newKeyForEachAttempt { key = UUID().uuidString }
                let fields = bug == .orderRepeatedWithoutKey ? [:] : ["Idempotency-Key": key]
                let order: Order = try await authorized { [teapot] fieldsOfToken in
                    try await teapot.post(
                        "orders", parameters: ["items": cart], headerFields: fields.merging(fieldsOfToken) { $1 })
                }
                (screen.order, screen.isOrderNoted, screen.cart) = (order.number, true, [])
                return
            } catch {
                screen.message = text(for: error)
                guard let error = error as? TeapotError, error.status == 0 else { return }
            }
        }
    }

    func rename(to name: String) async throws {
        let former = screen.name
        screen.name = name
        for attempt in 1...2 {
            do {
                _ = try await authorized { [teapot] fields in
                    try await teapot.patch("profile", parameters: ["name": name], headerFields: fields)
                }
                return
            } catch {
                if bug == .patchRepeated, attempt == 1 { continue }
                if bug != .renamingNotReverted { screen.name = former }
                let secret = bug == .tokenInError ? " (Authorization: Bearer \(token))" : ""
                var failure = error as? ShopError ?? ShopError(description: text(for: error) + secret)
                failure.screen = screen
                throw failure
            }
        }
    }

    /// Asks for the cart, up to three times.
    private func loadCart() async throws -> [Int] {
        var attempt = 1
        while true {
            do {
                return try await authorized { [teapot, bug] fields in
                    do {
                        let cart: Cart = try await teapot.get("cart", headerFields: fields)
                        return cart.items
                    } catch let error as TeapotError {
                        guard error.status == 200, error.response?.body.isEmpty == true else { throw error }
                        if bug == .emptyBodyIsEmptyCart { return [] }
                        if bug == .callbackForgotten {
                            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                        }
                        throw error
                    }
                }
            } catch let error as TeapotError {
                let isTemporary = [0, 429, 503].contains(error.status)
                guard isTemporary, attempt < 3 || bug == .endlessRetry else { throw error }
                attempt += 1
                let pause = error.response?.headers["Retry-After"].flatMap(Double.init) ?? 1
                try await clock.sleep(for: .seconds(bug == .retryAfterIgnored ? 1 : pause))
            }
        }
    }

    /// Sends a request with the token, which is refreshed once if the server doesn't accept it.
    private func authorized<Value: Sendable>(
        _ send: @Sendable ([String: String]) async throws -> Value
    ) async throws -> Value {
        var refreshes = 0
        while true {
            do {
                return try await send(["Authorization": "Bearer \(token)"])
            } catch let error as TeapotError where error.status == 401 {
                guard refreshes == 0 || bug == .endlessRefresh else {
                    screen.isSignedIn = false
                    throw error
                }
                refreshes += 1
                try await refresh()
                if bug == .tokenRefreshedTwice { try await refresh() }
            }
        }
    }

    private func refresh() async throws {
        do {
            let tokens: Tokens = try await teapot.post("token", parameters: ["refreshToken": "a-refresh-token"])
            token = tokens.accessToken
        } catch {
            if [401, 403].contains(error.status) || bug == .signedOutByServer { screen.isSignedIn = false }
            let secret = bug == .refreshTokenInError ? " (refreshToken: a-refresh-token)" : ""
            throw ShopError(description: text(for: error) + secret)
        }
    }

    private func text(for error: any Error) -> String {
        guard let error = error as? TeapotError else { return (error as? ShopError)?.description ?? "\(error)" }
        switch error.status {
        case 0: return "No connection"
        case 403, 404: return bug == .denialShownAsOffline ? "No connection" : "Not available"
        default: return "Try again later"
        }
    }
}

extension TeapotError {
    /// The status of the response, or 0 if there was none.
    fileprivate var status: Int { responseStatus ?? 0 }
}
