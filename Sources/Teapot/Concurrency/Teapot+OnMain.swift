import Foundation

extension Teapot {
    /// Returns a completion handler that runs on the main actor, no matter which queue it's called on.
    ///
    /// The closure may use main-actor state, such as a view controller's:
    ///
    /// ```swift
    /// teapot.get(
    ///     "title",
    ///     completion: Teapot.onMain { [weak self] result in
    ///         if case .success(let json, _) = result { self?.title = json?["title"] as? String ?? "" }
    ///     })
    /// ```
    ///
    /// If it's called on the main thread or queue, it runs immediately, so it never runs after you cancel there.
    ///
    /// - Parameter completion: The closure to call with the result, or with progress.
    /// - Returns: The completion handler for a verb.
    public static func onMain<Value: Sendable>(
        _ completion: @escaping @MainActor (Value) -> Void
    ) -> @Sendable (Value) -> Void {
        { value in
            if Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) != nil {
                return MainActor.assumeIsolated { completion(value) }
            }
            DispatchQueue.main.async { completion(value) }
        }
    }

    /// The key of the main queue, which may run on other threads on Linux.
    private static let mainQueue: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}
