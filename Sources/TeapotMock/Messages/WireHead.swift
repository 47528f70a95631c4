package import Teapot

/// STUB until the fast one is merged.
package final class WireHead: Sendable {
    let method: String
    let path: String
    let query: [URLQueryItem]
    let headers: Teapot.HeaderFields

    package init(
        copying head: UnsafeRawBufferPointer, method: Range<Int>, path: Range<Int>, query: Range<Int>?,
        fields: Range<Int>
    ) {
        self.method = String(decoding: head[method], as: UTF8.self)
        self.path = String(decoding: head[path], as: UTF8.self)
        self.query = query.map { Request.items(of: String(decoding: head[$0], as: UTF8.self)) } ?? []
        var list = Teapot.HeaderFields()
        for line in head[fields].split(separator: 0x0A) {
            let text = String(decoding: line.dropLast(), as: UTF8.self)
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            list.append(name: String(parts[0]), value: parts[1].trimmingCharacters(in: .whitespaces))
        }
        headers = list
    }
}
extension Request {
    package init(wire head: WireHead, body: Data) {
        self.init(method: head.method, path: head.path, query: head.query, headers: head.headers, body: body)
    }
}
extension Router {
    package enum Outcome: Sendable { case now(Answer, entry: Int), later(Pending) }
    package struct Pending: Sendable {
        let begin: @Sendable (@escaping @Sendable (Answer, Int) -> Void) -> @Sendable () -> Void
        package func start(
            deliver: @escaping @Sendable (Answer, _ entry: Int) -> Void
        ) -> @Sendable () -> Void { begin(deliver) }
    }
    package func outcome(of request: Request) -> Outcome {
        let choice = choose(for: request)
        if case .answer(let route, _, _) = choice, case .suspending = route.handler {
            return .later(Pending { self.answer(request, deliver: $0) })
        }
        let box = Locked<(Answer, Int)?>(nil)
        _ = answer(request) { answer, entry in box.withLock { $0 = (answer, entry) } }
        guard let (answer, entry) = box.withLock({ $0 }) else { return .later(Pending { self.answer(request, deliver: $0) }) }
        return .now(answer, entry: entry)
    }
}
