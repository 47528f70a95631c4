import Foundation
import Teapot

/// A client that answers each request with the next of some responses, or with the result of a closure.
final class ScriptedClient: TeapotClient {
    typealias Answer = @Sendable (Teapot.Request) -> Teapot.Response

    private let scripts: Locked<[Teapot.Response]>
    private let answer: Answer
    private let sent = Locked<[Teapot.Request]>([])
    let baseURL = URL.make("http://h.test/api")
    let options: Teapot.Options
    let logger = Teapot.Logger()
    let defaultDeliveryQueue: DispatchQueue? = nil

    convenience init(_ scripts: Teapot.Response..., options: Teapot.Options = Teapot.Options()) {
        self.init(scripts, options: options) { _ in .answer(503) }
    }

    init(_ scripts: [Teapot.Response], options: Teapot.Options, answer: @escaping Answer) {
        (self.scripts, self.options, self.answer) = (Locked(scripts), options, answer)
    }

    /// The requests that were sent.
    var requests: [Teapot.Request] { sent.withLock { $0 } }

    var transport: Teapot.Transport { Teapot.Transport { self.send($0, report: $1) } }

    private func send(_ request: Teapot.Request, report: @escaping @Sendable (Teapot.Transport.Event) -> Void)
        -> Teapot.Transport.Cancel
    {
        sent.withLock { $0.append(request) }
        var response = scripts.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? answer(request)
        response.url = request.url
        let data = response.body
        response.body = Data()
        for event in [.began, .response(response), .data(data), .finished(nil)] as [Teapot.Transport.Event] {
            report(event)
        }
        return {}
    }

    func handle(on call: Teapot.Call) -> Teapot.Call { call }
}

extension Teapot.Response {
    static func answer(_ status: Int = 200, _ headers: Teapot.HeaderFields = [:], json: String = "") -> Self {
        var fields = headers
        if !json.isEmpty { fields["Content-Type"] = "application/json" }
        return Self(url: .make("http://h.test"), statusCode: status, headers: fields, body: Data(json.utf8))
    }

    static func redirect(_ status: Int = 302, to location: String) -> Self { answer(status, ["Location": location]) }
}

extension URL {
    static func make(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/not-a-URL/\(text)") }
}

extension NetworkResult {
    /// The response, regardless of how the call ended.
    var response: Teapot.Response {
        switch self {
        case .success(_, let response), .failure(_, let response, _): response
        }
    }
}
