/// A mistake that is planted in the shop app.
enum Bug: String, CaseIterable, Sendable {
    /// An order is repeated after a failed connection, without a key.
    case orderRepeatedWithoutKey
    /// Each attempt of an order has a key of its own.
    case newKeyForEachAttempt
    /// The spinner stops only if everything goes well.
    case spinnerNeverStops
    /// After a 401 the token is refreshed twice.
    case tokenRefreshedTwice
    /// The cart of an earlier time is shown like a new one.
    case staleCartShownAsFresh
    /// An error of the cart is swallowed, and an empty cart shown.
    case errorSwallowed
    /// A `PATCH` is repeated after a timeout.
    case patchRepeated
    /// A cart is asked for again as long as the server is not available.
    case endlessRetry
    /// After a `401` the token is refreshed again and again.
    case endlessRefresh
    /// An empty body is not reported.
    case callbackForgotten
    /// The token is sent to the origin to which a redirect leads.
    case tokenFollowsRedirect
    /// The error of a failed renaming has the headers of the request.
    case tokenInError
    /// The error of a failed refresh has the body of the request.
    case refreshTokenInError
    /// An empty body is taken for an empty cart.
    case emptyBodyIsEmptyCart
    /// Each failure to refresh the token signs the user out, also that of the server.
    case signedOutByServer
    /// A `Retry-After` is not read.
    case retryAfterIgnored
    /// The order is noted as placed before there is an answer.
    case orderNotedTooEarly
    /// The cart is cleared before there is an answer.
    case cartClearedTooEarly
    /// A name that the server has not accepted remains on the screen.
    case renamingNotReverted
    /// A request that the server denies is shown as a problem of the connection.
    case denialShownAsOffline
}
