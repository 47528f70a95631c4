/// A mistake planted in the shop app.
enum Bug: String, CaseIterable, Sendable {
    /// An order is repeated after a failed connection, without a key.
    case orderRepeatedWithoutKey
    /// Each attempt of an order has its own key.
    case newKeyForEachAttempt
    /// The spinner stops only if everything goes well.
    case spinnerNeverStops
    /// After a 401 the token is refreshed twice.
    case tokenRefreshedTwice
    /// An old cart is shown like a new one.
    case staleCartShownAsFresh
    /// A cart error is swallowed, and an empty cart is shown.
    case errorSwallowed
    /// A `PATCH` is repeated after a timeout.
    case patchRepeated
    /// A cart is requested again as long as the server is unavailable.
    case endlessRetry
    /// After a `401` the token is refreshed again and again.
    case endlessRefresh
    /// An empty body isn't reported.
    case callbackForgotten
    /// The token is sent to the origin of a redirect's target.
    case tokenFollowsRedirect
    /// The error of a failed renaming has the headers of the request.
    case tokenInError
    /// The error of a failed refresh has the body of the request.
    case refreshTokenInError
    /// An empty body is treated as an empty cart.
    case emptyBodyIsEmptyCart
    /// Each failure to refresh the token signs the user out, even a server failure.
    case signedOutByServer
    /// `Retry-After` is ignored.
    case retryAfterIgnored
    /// The order is marked as placed before the response arrives.
    case orderNotedTooEarly
    /// The cart is cleared before the response arrives.
    case cartClearedTooEarly
    /// A name that the server hasn't accepted remains on the screen.
    case renamingNotReverted
    /// A request that the server denies is shown as a connection problem.
    case denialShownAsOffline
}
