import Teapot
package import TeapotMock

extension Redaction {
    /// Returns an exchange without its secrets.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: The response, whose body must be bytes.
    ///   - withRequestFields: A Boolean value that indicates whether the header fields of the request are written.
    ///   - withRequestBody: A Boolean value that indicates whether the body of the request is written.
    /// - Returns: The exchange as it may be written.
    /// - Throws: An error if it still appears to contain a secret, or if a body can't be searched for secrets.
    package func cleared(
        _ request: Request, _ response: Response, withRequestFields: Bool = true, withRequestBody: Bool = true
    ) throws(Recorder.RecordingError) -> (Request, Response) {
        let (request, response) = (redacted(request), redacted(response))
        var search = SecretSearch(self)
        search.searchTarget(of: request)
        if withRequestFields { search.search(request.headerFields, of: "request") }
        if withRequestBody { search.search(request.body, request.headerFields["Content-Type"], of: "request") }
        search.search(response.headerFields, of: "response")
        search.search(response.body, response.headerFields["Content-Type"], of: "response")
        guard search.findings.isEmpty else { throw .looksSecret(search.findings, in: request) }
        return (request, response)
    }
}
