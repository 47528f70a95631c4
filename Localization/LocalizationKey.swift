/// A sentence that Teapot says to an app's user, named as the string tables name it.
///
/// The seed's three keys came first and may not change; the others are named after the error kinds they speak for.
package enum LocalizationKey: String, CaseIterable, Sendable {
    /// The path given can't be made into a URL below the base URL.
    case invalidRequestPath = "Teapot:InvalidRequestPath"
    /// The body can't be encoded.
    case invalidPayload = "Teapot:InvalidPayload"
    /// The parameters can't be made into a query.
    case invalidQuery = "Teapot:InvalidQuery"
    /// A header's name or value can't stand in a request.
    case invalidHeader = "Teapot:InvalidHeader"
    /// The time-out is not a positive number of seconds.
    case invalidTimeout = "Teapot:InvalidTimeout"
    /// A request adapter threw.
    case adapterFailed = "Teapot:AdapterFailed"
    /// No response came.
    case noResponse = "Teapot:NoResponse"
    /// A response began but was cut short.
    case incompleteResponse = "Teapot:IncompleteResponse"
    /// What came back is not an HTTP response.
    case notHTTP = "Teapot:NotHTTP"
    /// The status is not between 200 and 299; takes the status code, an integer.
    case invalidResponseStatus = "Teapot:InvalidResponseStatus"
    /// The body that came is malformed.
    case invalidResponseBody = "Teapot:InvalidResponseBody"
    /// A redirect can't be followed.
    case invalidRedirect = "Teapot:InvalidRedirect"
    /// The body that came is not an image.
    case missingImage = "Teapot:MissingImage"
    /// The request was cancelled.
    case cancelled = "Teapot:Cancelled"
    /// A local file could not be read or written.
    case fileFailed = "Teapot:FileFailed"
    /// The carrier failed in a way that no other key describes.
    case dataTaskError = "Teapot:DataTaskError"
    /// The credential of an authentication could not be refreshed.
    case authenticationFailed = "Teapot:AuthenticationFailed"
    /// The link to the next page can't be followed.
    case invalidLink = "Teapot:InvalidLink"
    /// A mock's fixture is not where it was looked for; takes its name, a string.
    case missingMockFile = "Teapot:MissingMockFile"
    /// A mock's fixture can't be read or parsed; takes its name, a string.
    case invalidMockFile = "Teapot:InvalidMockFile"
    /// A request to a mock lacked an expected header, or had another value under it.
    case incorrectHeaders = "Teapot:IncorrectHeaders"
    /// Nothing answers a request to a mock.
    case unansweredRequest = "Teapot:UnansweredRequest"

    /// The English sentence, placeholders and all, which stands in when no table has the key.
    ///
    /// A second copy of the English table, on purpose: an installed tool without its resources still speaks.
    package var english: String {
        switch self {
        case .invalidRequestPath: "An error occurred: request URL path is invalid."
        case .invalidPayload: "An error occurred: request body is invalid."
        case .invalidQuery: "An error occurred: request query is invalid."
        case .invalidHeader: "An error occurred: request header is invalid."
        case .invalidTimeout: "An error occurred: request time-out is invalid."
        case .adapterFailed: "An error occurred: request could not be prepared."
        case .noResponse: "An error occurred: no response was received."
        case .incompleteResponse: "An error occurred: response is incomplete."
        case .notHTTP: "An error occurred: response is not HTTP."
        case .invalidResponseStatus:
            "An error occurred: request response status reported an issue. Status code: %d."
        case .invalidResponseBody: "An error occurred: response body is invalid."
        case .invalidRedirect: "An error occurred: redirect could not be followed."
        case .missingImage: "An error occurred: image is missing."
        case .cancelled: "An error occurred: request was cancelled."
        case .fileFailed: "An error occurred: file could not be read or written."
        case .dataTaskError: "An error occurred: request could not be carried out."
        case .authenticationFailed: "An error occurred: authentication failed."
        case .invalidLink: "An error occurred: link to the next page is invalid."
        case .missingMockFile: "An error occurred: expected mockfile with name: %@"
        case .invalidMockFile: "An error occurred: invalid mockfile with name: %@"
        case .incorrectHeaders: "An error occurred: expected headers are missing or incorrect."
        case .unansweredRequest: "An error occurred: no mock answers the request."
        }
    }
}
