import Teapot

/// What a session's configuration says that a `URLProtocol` has to see to by itself.
struct SessionSettings: @unchecked Sendable {
    // `@unchecked` for the cookie storage, which has a lock of its own.
    let cookieStorage: HTTPCookieStorage?
    let sendsCookies: Bool
    let headerFields: [String: String]
    /// How long to wait for anything to arrive, in seconds.
    let timeoutInterval: TimeInterval

    init(_ configuration: URLSessionConfiguration) {
        cookieStorage = configuration.httpCookieAcceptPolicy == .never ? nil : configuration.httpCookieStorage
        sendsCookies = configuration.httpShouldSetCookies
        let fields = (configuration.httpAdditionalHeaders ?? [:]).map { ("\($0.key)", "\($0.value)") }
        headerFields = Dictionary(fields) { first, _ in first }
        timeoutInterval = configuration.timeoutIntervalForRequest
    }

    /// How long a request waits for anything to arrive, in seconds.
    ///
    /// A request does not tell whether its time-out was set; the default counts as not.
    func timeoutInterval(of request: URLRequest) -> TimeInterval {
        let interval = request.timeoutInterval
        return interval == 60 || !(interval > 0) ? timeoutInterval : interval
    }

    /// The cookies for a URL as a header field's value; `nil` for none.
    func cookies(for url: URL) -> String? {
        guard sendsCookies, let cookies = cookieStorage?.cookies(for: url), !cookies.isEmpty else { return nil }
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }

    /// Keeps the cookies that a response sets.
    func storeCookies(of response: Teapot.Response) {
        guard let cookieStorage else { return }
        // One at a time: joined by commas, as a dictionary has them, some can't be told apart.
        let cookies = response.headerFields.values(for: "Set-Cookie").flatMap {
            HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": $0], for: response.url)
        }
        if !cookies.isEmpty { cookieStorage.setCookies(cookies, for: response.url, mainDocumentURL: nil) }
    }
}
