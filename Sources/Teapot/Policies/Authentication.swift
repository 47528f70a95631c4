public import Foundation

extension Teapot {
    /// An object that signs requests with a credential, such as an access token, and refreshes the credential when it
    /// expires or is rejected.
    ///
    /// ```swift
    /// let authentication = Teapot.Authentication(
    ///     for: baseURL,
    ///     credential: stored,
    ///     authorization: { "Bearer " + $0.accessToken },
    ///     expiry: { $0.expiry },
    ///     refresh: { old in
    ///         try await login.post("token", parameters: ["refreshToken": old?.refreshToken ?? ""], as: Session.self)
    ///     }
    /// )
    /// var options = Teapot.Options()
    /// options.adapters.append(authentication.adapter)
    /// options.retriers = [authentication.retrier, .backoff()]
    /// ```
    ///
    /// The credential is refreshed once, no matter how many requests need a new one at the same time. Cancelling a
    /// request that waits for the refresh doesn't cancel the refresh.
    public actor Authentication<Credential: Sendable> {
        /// The credential that requests are signed with, or `nil` before the first refresh and after a sign-out.
        public private(set) var credential: Credential?
        /// Whether the credential was removed, so that requests aren't signed.
        private var isSignedOut = false
        private var expires: Date?
        /// The refresh in progress, and its timeline.
        private var refreshing: Refresh?
        /// The timeline of the last refresh; its credential isn't available before that timeline's end.
        private var refreshed = Timeline.real
        /// A number that changes when the credential is replaced, so a refresh in progress can detect the change.
        private var generation = 0
        /// The latest values of `Authorization`, which the retrier uses to recognize requests that were signed here.
        private var issued: [String] = []
        private let origin: String
        private let leeway: TimeInterval
        private let authorization: @Sendable (Credential) -> String
        private let expiry: @Sendable (Credential) -> Date?
        private let refresh: @Sendable (Credential?) async throws -> Credential

        /// Creates an authentication object.
        ///
        /// - Parameters:
        ///   - baseURL: The base URL of the client. Requests to another scheme, host or port are never signed.
        ///   - credential: The initial credential, or `nil` to get one by refreshing before the first request.
        ///   - leeway: The time before its expiry at which a credential is refreshed, in seconds.
        ///   - authorization: A closure that returns the value of `Authorization` for a credential, such as
        ///     `Bearer abc`.
        ///   - expiry: A closure that returns the time when a credential expires, or `nil` if it is unknown.
        ///   - refresh: A closure that returns a new credential for the old one, which is `nil` if there was none. The
        ///     requests that the closure sends aren't signed, even if the same client sends them. If you send them from
        ///     a detached task or a queue, set their `Authorization`; otherwise, they wait for the refresh while the
        ///     refresh waits for them.
        public init(
            for baseURL: URL, credential: Credential? = nil, leeway: TimeInterval = 30,
            authorization: @escaping @Sendable (Credential) -> String,
            expiry: @escaping @Sendable (Credential) -> Date? = { _ in nil },
            refresh: @escaping @Sendable (Credential?) async throws -> Credential
        ) {
            origin = baseURL.origin
            self.credential = credential
            expires = credential.flatMap(expiry)
            (self.leeway, self.authorization, self.expiry, self.refresh) = (leeway, authorization, expiry, refresh)
        }

        /// Replaces the credential after a sign-in, or removes it with `nil` to sign out.
        ///
        /// The result of a refresh in progress is discarded, and the requests that wait for it are signed with the new
        /// credential. After a sign-out, requests aren't signed, nothing is refreshed, and a 401 is delivered.
        ///
        /// - Parameter credential: The new credential, or `nil` for none.
        public func replace(with credential: Credential?) {
            generation += 1
            refreshing = nil
            refreshed = .real
            self.credential = credential
            isSignedOut = credential == nil
            expires = credential.flatMap(expiry)
        }

        /// The adapter that signs requests, for ``Teapot/Options/adapters``.
        ///
        /// If the credential has expired, the adapter first gets a new one. A request that already has an
        /// `Authorization` isn't changed.
        public nonisolated var adapter: Adapter {
            Adapter(awaiting: { request in
                guard request.url.origin == self.origin, request.headers["Authorization"] == nil,
                    !RefreshScope.current.contains(ObjectIdentifier(self))
                else { return }
                if let value = try await self.currentAuthorization(request.timeline) {
                    request.headers["Authorization"] = value
                }
            })
        }

        /// The retrier that retries a request once if its signature was rejected with a 401, for
        /// ``Teapot/Options/retriers``.
        public nonisolated var retrier: Retrier {
            var retrier = Retrier { await self.decide($0) }
            retrier.refusal = refusal
            return retrier
        }

        private typealias Refresh = (task: Task<Credential, any Error>, timeline: Timeline)

        /// Returns why a request isn't retried after a 401, or `nil` if it may be.
        @Sendable private nonisolated func refusal(of failure: FailedAttempt) -> String? {
            guard failure.error.responseStatus == 401 else { return nil }
            if let url = failure.error.response?.url, url.origin != origin { return "Authentication is for \(origin)" }
            if failure.earlierErrors.map(\.statusCode).contains(401) { return "the new credential failed, too" }
            return failure.request.headers["Authorization"] == nil ? "no Authentication has signed it" : nil
        }

        private func decide(_ failure: FailedAttempt) async -> RetryDecision {
            guard failure.error.responseStatus == 401, refusal(of: failure) == nil,
                let refused = failure.request.headers["Authorization"], issued.contains(refused)
            else { return .giveUp }
            do {
                // The credential may have been refreshed since the request was sent.
                if credential.map(authorization) == refused {
                    try await waitForRefresh(failure.request.timeline, after: failure.error)
                }
                // If the user has signed out in the meantime, the request must not sign in again.
                return credential == nil ? .giveUp : .retry(after: 0)
            } catch { return .fail(error) }
        }

        private func needsRefresh(_ timeline: Timeline) -> Bool {
            credential == nil ? !isSignedOut : expires.map { $0 <= timeline.date + leeway } ?? false
        }

        /// Returns the value to sign a request with, or `nil` after a sign-out.
        private func currentAuthorization(_ timeline: Timeline) async throws(TeapotError) -> String? {
            while needsRefresh(timeline) { try await waitForRefresh(timeline) }
            timeline.wait(for: refreshed)
            guard let value = credential.map(authorization) else { return nil }
            if !issued.contains(value) { issued = issued.suffix(15) + [value] }
            return value
        }

        /// Waits for the refresh in progress, or for a new refresh.
        ///
        /// If the credential was replaced in the meantime, the failure of a refresh is ignored.
        private func waitForRefresh(_ timeline: Timeline, after refusal: TeapotError? = nil) async throws(TeapotError) {
            let started = generation
            let (task, end) = refreshing ?? startRefreshing(timeline.fork())
            defer { timeline.wait(for: end) }
            do { _ = try await task.value } catch  where generation == started {
                throw .make(
                    .authenticationFailed, "the credential could not be refreshed: \(error)",
                    response: refusal?.response, underlying: error)
            } catch {}
        }

        private func startRefreshing(_ timeline: Timeline) -> Refresh {
            let (old, started) = (credential, generation)
            let scope = RefreshScope.current.union([ObjectIdentifier(self)])
            let task = Task {
                let result: Result<Credential, any Error>
                do {
                    result = .success(
                        try await RefreshScope.$current.withValue(scope) {
                            try await timeline.run { @Sendable in try await refresh(old) }
                        })
                } catch { result = .failure(error) }
                if generation == started { keep(try? result.get(), timeline) }
                return try result.get()
            }
            refreshing = (task, timeline)
            return (task, timeline)
        }

        private func keep(_ refreshed: Credential?, _ timeline: Timeline) {
            refreshing = nil
            guard let refreshed else { return }
            credential = refreshed
            self.refreshed = timeline
            // A credential that is already expired when it arrives, for example because the device's clock is wrong, is
            // used until it's rejected.
            expires = expiry(refreshed).flatMap { $0 > timeline.date + leeway ? $0 : nil }
        }
    }
}

/// The authentications whose refreshes include the current task.
///
/// Requests that belong to a refresh don't wait for that refresh.
enum RefreshScope { @TaskLocal static var current: Set<ObjectIdentifier> = [] }
