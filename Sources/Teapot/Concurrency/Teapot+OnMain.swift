extension Teapot {
    /// A completion that runs on the main actor, whichever queue it is called on.
    ///
    /// It may touch what belongs to the main actor, as a view controller does:
    ///
    /// ```swift
    /// teapot.get(
    ///     "title",
    ///     completion: Teapot.onMain { [weak self] result in
    ///         if case .success(let json, _) = result { self?.title = json?.dictionary?["title"] as? String ?? "" }
    ///     })
    /// ```
    ///
    /// On the main thread it runs at once, so that one that is delivered there never comes after a cancel.
    ///
    /// - Parameter completion: What to run with the result, or with progress.
    /// - Returns: The completion for a verb.
    public static func onMain<Value: Sendable>(
        _ completion: @escaping @MainActor (Value) -> Void
    ) -> @Sendable (Value) -> Void {
        { value in
            if Thread.isMainThread { return MainActor.assumeIsolated { completion(value) } }
            DispatchQueue.main.async { completion(value) }
        }
    }
}
