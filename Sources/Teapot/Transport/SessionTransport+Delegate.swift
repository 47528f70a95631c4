import Foundation

extension SessionTransport: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // On Linux, calling the completion handler for a cancelled task crashes.
        let isCancelled = flight(of: task)?.state.withLock { $0.isCancelled } ?? true
        if !isCancelled { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let flight = flight(of: dataTask), let response = response as? HTTPURLResponse {
            flight.state.withLock { $0.hasResponse = true }
            flight.report(.response(Teapot.Response(response, to: flight.request)))
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let flight = flight(of: dataTask) else { return }
        reportChallenged(flight)
        flight.report(.data(data))
        Self.holdBack()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard let flight = flight(of: task) else { return }
        let sent = flight.state.withLock { $0.sent(bytesSent, total: totalBytesSent) }
        flight.report(.sent(sent, of: totalBytesExpectedToSend))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let flight = end(task) else { return }
        let wasChallenged = reportChallenged(flight)
        let (hasResponse, isRefused) = flight.state.withLock { ($0.hasResponse, $0.isRefused) }
        if isRefused { return flight.report(.finished(URLError(.userCancelledAuthentication))) }
        if !hasResponse, error == nil {
            // On Linux, Foundation doesn't report a redirect that has no `Location`. In any other case, the bytes
            // weren't an HTTP response.
            guard let response = task.response as? HTTPURLResponse, 300..<400 ~= response.statusCode else {
                return flight.report(.finished(URLError(.unsupportedURL)))
            }
            flight.report(.response(Teapot.Response(response, to: flight.request)))
        }
        flight.report(.finished(wasChallenged ? nil : error))
    }

    /// Reports the response to a declined challenge.
    ///
    /// - Returns: Whether there was such a response.
    @discardableResult private func reportChallenged(_ flight: Flight) -> Bool {
        let (challenged, isNew) = flight.state.withLock { state -> (HTTPURLResponse?, Bool) in
            defer { state.hasResponse = state.hasResponse || state.challenged != nil }
            return (state.challenged, !state.hasResponse)
        }
        guard let challenged else { return false }
        if isNew { flight.report(.response(Teapot.Response(challenged, to: flight.request))) }
        return true
    }
}

extension Teapot.Response {
    /// Creates the head of a response, before its body arrives.
    init(_ response: HTTPURLResponse, to request: Teapot.Request) {
        // The dictionary doesn't keep the server's order. Sorting at least makes the order deterministic.
        let fields = response.allHeaderFields.flatMap { name, value in
            let (name, text) = (name as? String ?? "\(name)", value as? String ?? "\(value)")
            let values = name.isSameHeaderName(as: "Set-Cookie") ? text.separateCookies : [text]
            return values.map { Teapot.HeaderFields.Field(name: name, value: $0.withoutOuterSpace) }
        }
        let sorted = Teapot.HeaderFields(fields.sorted { $0.name < $1.name })
        self.init(url: response.url ?? request.url, statusCode: response.statusCode, headers: sorted)
    }
}

extension String {
    /// The values of several `Set-Cookie` headers that Foundation joined with ", ".
    ///
    /// A value may also contain a comma, as in `Expires=Wed, 09 Jun 2027 10:18:14 GMT`. A comma counts as a separator
    /// only if a name and an equals sign follow (RFC 6265 §4.1.1).
    var separateCookies: [String] {
        components(separatedBy: ", ").reduce(into: []) { cookies, part in
            let name = part.prefix { $0 != "=" }
            if let last = cookies.last, !(name.endIndex < part.endIndex && String(name).isToken) {
                cookies[cookies.count - 1] = last + ", " + part
            } else {
                cookies.append(part)
            }
        }
    }

    /// The value of a header without surrounding white space, which isn't part of it (RFC 9110 §5.5).
    fileprivate var withoutOuterSpace: String {
        first == " " || last == " " ? trimmingCharacters(in: .whitespaces) : self
    }
}
