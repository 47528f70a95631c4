#if canImport(FoundationNetworking)
    import Foundation
    import Teapot

    /// The properties of a task that FoundationNetworking doesn't expose to a `URLProtocol`.
    ///
    /// Read them on the task's work queue.
    struct TaskAccess {
        let task: URLSessionTask
        let session: URLSession?

        init(_ task: URLSessionTask) {
            self.task = task
            session = Self.session?.value(of: task) as? URLSession
        }

        /// The queue on which the task's protocol and its client are called.
        var workQueue: DispatchQueue? { Self.workQueue?.value(of: task) as? DispatchQueue }

        /// The body that was passed to an upload task.
        var body: RequestBodySource? { Self.body?.value(of: task).flatMap(Self.source) }

        /// Whether the delegate receives the response in pieces, instead of a completion handler receiving it whole.
        ///
        /// The behaviour of such a task is the enumeration case without a completion handler, which stands for the
        /// delegate.
        var reportsPieces: Bool {
            guard let registry = session.flatMap({ Self.registry?.value(of: $0) }),
                let behaviours = Self.behaviours?.value(of: registry as AnyObject),
                let behaviour = (behaviours as? any NumberKeyed)?.value(for: task.taskIdentifier)
            else { return false }
            let mirror = Mirror(reflecting: behaviour)
            return mirror.displayStyle == .enum && mirror.children.isEmpty
        }

        private static let session = StoredProperty("session", of: URLSessionTask.self)
        private static let workQueue = StoredProperty("workQueue", of: URLSessionTask.self)
        private static let body = StoredProperty("knownBody", of: URLSessionTask.self)
        private static let registry = StoredProperty("taskRegistry", of: URLSession.self)
        private static let behaviours = (registry?.type as? AnyClass).flatMap { StoredProperty("behaviours", of: $0) }

        private static func source(_ body: Any) -> RequestBodySource? {
            switch Mirror(reflecting: body).children.first?.value {
            case let data as DispatchData: .data(Data(data))
            case let file as URL: .file(file)
            case let stream as InputStream: .stream(stream)
            default: nil
            }
        }
    }
#endif
