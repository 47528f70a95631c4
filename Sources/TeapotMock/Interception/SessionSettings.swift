import Foundation
import Teapot

/// The settings of a session configuration that a `URLProtocol` must apply itself.
struct SessionSettings: @unchecked Sendable {
    // `@unchecked` because of the cookie storage, which has its own lock.
    let cookieStorage: HTTPCookieStorage?
    let sendsCookies: Bool
    let headers: [String: String]
    /// The time to wait for anything to arrive, in seconds.
    let timeout: TimeInterval

    init(_ configuration: URLSessionConfiguration) {
        cookieStorage = configuration.httpCookieAcceptPolicy == .never ? nil : configuration.httpCookieStorage
        sendsCookies = configuration.httpShouldSetCookies
        let fields = (configuration.httpAdditionalHeaders ?? [:]).map { ("\($0.key)", "\($0.value)") }
        headers = Dictionary(fields) { first, _ in first }
        timeout = configuration.timeoutIntervalForRequest
    }

    /// Returns the time that a request waits for anything to arrive, in seconds.
    ///
    /// A request doesn't show whether its timeout was set, so the default value counts as not set.
    func timeout(of request: URLRequest) -> TimeInterval {
        let interval = request.timeoutInterval
        return interval == 60 || !(interval > 0) ? timeout : interval
    }

    /// Returns the cookies for a URL as the value of a header, or `nil` if there are none.
    func cookies(for url: URL) -> String? {
        // Don't query an empty storage for the URL, which would take ten times as long.
        guard sendsCookies, let cookieStorage, cookieStorage.cookies?.isEmpty == false,
            let cookies = cookieStorage.cookies(for: url), !cookies.isEmpty
        else { return nil }
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }

    /// Stores the cookies that a response sets.
    func storeCookies(of response: Teapot.Response) {
        guard let cookieStorage else { return }
        // Cookies are read one at a time, because some can't be separated once they're joined with commas, as in a
        // dictionary.
        let cookies = response.headers.values(for: "Set-Cookie").flatMap {
            HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": $0], for: response.url)
        }
        if !cookies.isEmpty { cookieStorage.setCookies(cookies, for: response.url, mainDocumentURL: nil) }
    }
}
