#if canImport(FoundationNetworking)
    import Teapot

    /// What FoundationNetworking knows of a task and does not tell its `URLProtocol`.
    ///
    /// To be looked at on the task's work queue.
    struct TaskAccess {
        let session: URLSession?
        /// The queue that the task's protocol and its client are called on.
        let workQueue: DispatchQueue?
        /// Whether the delegate gets the response as it comes, rather than a completion all of it.
        let reportsPieces: Bool
        /// The body that was given to an upload task.
        let body: RequestBodySource?

        init(_ task: URLSessionTask) {
            session = Self.session?.value(of: task) as? URLSession
            workQueue = Self.workQueue?.value(of: task) as? DispatchQueue
            body = Self.body?.value(of: task).flatMap(Self.source)
            reportsPieces = session.map { Self.callsDelegate(task, of: $0) } ?? false
        }

        /// Has an `async` call resumed from the delegate's queue.
        ///
        /// It would be from the work queue, for which `cancel()` waits while it holds what resuming needs
        /// (swift-corelibs-foundation #5412).
        static func resumeOffWorkQueue(_ task: URLSessionTask) { resumesInline?.set(false, of: task) }

        private static let resumesInline = StoredProperty("_callCompletionHandlerInline", of: URLSessionTask.self)
        private static let session = StoredProperty("session", of: URLSessionTask.self)
        private static let workQueue = StoredProperty("workQueue", of: URLSessionTask.self)
        private static let body = StoredProperty("knownBody", of: URLSessionTask.self)
        private static let registry = StoredProperty("taskRegistry", of: URLSession.self)

        private static func source(_ body: Any) -> RequestBodySource? {
            switch Mirror(reflecting: body).children.first?.value {
            case let data as DispatchData: .data(Data(data))
            case let file as URL: .file(file)
            case let stream as InputStream: .stream(stream)
            default: nil
            }
        }

        /// The case that says so is the one without a completion.
        private static func callsDelegate(_ task: URLSessionTask, of session: URLSession) -> Bool {
            guard let registry = registry?.value(of: session),
                let behaviours = Mirror(reflecting: registry).children.first(where: { $0.label == "behaviours" })?
                    .value,
                let behaviour = (behaviours as? any NumberKeyed)?.value(for: task.taskIdentifier)
            else { return false }
            let mirror = Mirror(reflecting: behaviour)
            return mirror.displayStyle == .enum && mirror.children.isEmpty
        }
    }

    extension URLProtocol {
        /// Gives a download its file, as Foundation's own protocol does.
        ///
        /// - Returns: Whether there is a place for it; without one, finishing the download crashes.
        func setDownload(_ file: URL) -> Bool {
            Self.properties?.set(file, for: "temporaryFileURL", of: self) ?? false
        }

        private static let properties = StoredProperty("properties", of: URLProtocol.self)
    }
#endif
