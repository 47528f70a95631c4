/// A key of a sentence for users, with its name in the string tables.
///
/// The three keys of Teapot 2 must not change. The others are named after the kinds of errors that they describe.
package enum LocalizationKey: String, CaseIterable, Sendable {
    /// The path can't be made into a URL below the base URL.
    case invalidRequestPath = "Teapot:InvalidRequestPath"
    /// The body can't be encoded.
    case invalidPayload = "Teapot:InvalidPayload"
    /// The parameters can't be encoded as a query.
    case invalidQuery = "Teapot:InvalidQuery"
    /// The name or value of a header field can't be sent.
    case invalidHeader = "Teapot:InvalidHeader"
    /// The timeout is not a positive number of seconds.
    case invalidTimeout = "Teapot:InvalidTimeout"
    /// An adapter of the request threw an error.
    case adapterFailed = "Teapot:AdapterFailed"
    /// No response was received.
    case noResponse = "Teapot:NoResponse"
    /// There is no internet connection.
    case offline = "Teapot:Offline"
    /// The timeout passed.
    case timeout = "Teapot:Timeout"
    /// A response began, but is incomplete.
    case incompleteResponse = "Teapot:IncompleteResponse"
    /// The received bytes are not an HTTP response.
    case notHTTP = "Teapot:NotHTTP"
    /// The status is not accepted.
    ///
    /// The sentence has a placeholder for the status code, an integer.
    case invalidResponseStatus = "Teapot:InvalidResponseStatus"
    /// The body of the response is malformed.
    case invalidResponseBody = "Teapot:InvalidResponseBody"
    /// A redirect can't be followed.
    case invalidRedirect = "Teapot:InvalidRedirect"
    /// The body is not an image.
    case missingImage = "Teapot:MissingImage"
    /// The request was cancelled.
    case cancelled = "Teapot:Cancelled"
    /// A local file could not be read or written.
    case fileFailed = "Teapot:FileFailed"
    /// The transport failed in a way that no other key describes.
    case dataTaskError = "Teapot:DataTaskError"
    /// The credential of an authentication could not be refreshed.
    case authenticationFailed = "Teapot:AuthenticationFailed"
    /// The link to the next page can't be followed.
    case invalidLink = "Teapot:InvalidLink"
    /// The fixture of a mock does not exist.
    ///
    /// The sentence has a placeholder for its name, a string.
    case missingMockFile = "Teapot:MissingMockFile"
    /// The fixture of a mock can't be read or parsed.
    ///
    /// The sentence has a placeholder for its name, a string.
    case invalidMockFile = "Teapot:InvalidMockFile"
    /// A request to a mock lacked an expected header field, or had another value for it.
    case incorrectHeaders = "Teapot:IncorrectHeaders"
    /// No route or fixture of a mock answers a request.
    case unansweredRequest = "Teapot:UnansweredRequest"

    /// The English sentence, with its placeholders, which is used if no table has the key.
    ///
    /// It deliberately duplicates the English table, so that an installed tool without its resources still has
    /// sentences.
    package var english: String {
        switch self {
        case .invalidRequestPath: "The request's URL is invalid."
        case .invalidPayload: "The request's body is invalid."
        case .invalidQuery: "The request's query is invalid."
        case .invalidHeader: "A header of the request is invalid."
        case .invalidTimeout: "The request's timeout is invalid."
        case .adapterFailed: "The request couldn't be prepared."
        case .noResponse: "No response was received."
        case .offline: "There is no internet connection."
        case .timeout: "The request timed out."
        case .incompleteResponse: "The response is incomplete."
        case .notHTTP: "The response isn't HTTP."
        case .invalidResponseStatus:
            "The server answered with status %d."
        case .invalidResponseBody: "The response's body is invalid."
        case .invalidRedirect: "The redirect couldn't be followed."
        case .missingImage: "The response isn't an image."
        case .cancelled: "The request was cancelled."
        case .fileFailed: "The file couldn't be read or written."
        case .dataTaskError: "The request failed."
        case .authenticationFailed: "Authentication failed."
        case .invalidLink: "The link to the next page is invalid."
        case .missingMockFile: "There is no mock file named %@"
        case .invalidMockFile: "The mock file %@ is invalid"
        case .incorrectHeaders: "Expected headers are missing or incorrect."
        case .unansweredRequest: "No mock answers the request."
        }
    }
}
