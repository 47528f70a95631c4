import Teapot

/// Puts an access token into each request, and renews it once when the server refuses it, however many requests were
/// refused at the same time.
///
/// ```swift
/// let session = AccessToken("expired") { try await login.post("token", as: Answer.self).token }
/// var options = Teapot.Options()
/// options.adapters = [session.adapter]
/// options.retry = session.retry
/// let teapot = Teapot(baseURL: baseURL, options: options)
/// ```
actor AccessToken {
    private var token: String
    private let renew: @Sendable () async throws -> String
    private var renewal: Task<Bool, Never>?

    /// - Parameters:
    ///   - token: The token to begin with.
    ///   - renew: What asks for a new one; not through a client that has this object's adapter.
    init(_ token: String, renew: @escaping @Sendable () async throws -> String) {
        self.token = token
        self.renew = renew
    }

    /// Signs each request, each time that it is tried.
    nonisolated var adapter: Teapot.Adapter {
        Teapot.Adapter(awaiting: { request in
            request.headerFields["Authorization"] = await self.value
        })
    }

    /// Tries a request again that was refused, once, with a token that was not.
    nonisolated var retry: Teapot.RetryHook {
        { failure in
            guard failure.error.responseStatus == 401, failure.number == 1,
                let refused = failure.request.headerFields["Authorization"]
            else { return .giveUp }
            return await self.hasAnother(than: refused) ? .retry(after: 0) : .giveUp
        }
    }

    private var value: String { "Bearer " + token }

    /// Whether there is a token that was not refused yet, perhaps because it has just been renewed.
    private func hasAnother(than refused: String) async -> Bool {
        if value != refused { return true }
        let renewal =
            renewal
            ?? Task {
                defer { self.renewal = nil }
                guard let token = try? await renew() else { return false }
                self.token = token
                return true
            }
        self.renewal = renewal
        return await renewal.value
    }
}
