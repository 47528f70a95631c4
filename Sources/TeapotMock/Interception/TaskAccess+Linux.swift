#if canImport(FoundationNetworking)
    import Foundation
    import Teapot

    /// The properties of a task that FoundationNetworking does not expose to a `URLProtocol`.
    ///
    /// They must be read on the work queue of the task.
    struct TaskAccess {
        let session: URLSession?
        /// The queue on which the protocol of the task and its client are called.
        let workQueue: DispatchQueue?
        /// A Boolean value that indicates whether the delegate receives the response in pieces, instead of a completion
        /// handler that receives all of it.
        let reportsPieces: Bool
        /// The body that was passed to an upload task.
        let body: RequestBodySource?

        init(_ task: URLSessionTask) {
            session = Self.session?.value(of: task) as? URLSession
            workQueue = Self.workQueue?.value(of: task) as? DispatchQueue
            body = Self.body?.value(of: task).flatMap(Self.source)
            reportsPieces = session.map { Self.callsDelegate(task, of: $0) } ?? false
        }

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

        /// Returns whether the behaviour of a task is the enumeration case without a completion handler, which stands
        /// for the delegate.
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
#endif
