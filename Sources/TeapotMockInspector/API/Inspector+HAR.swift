import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockServer

extension Inspector {
    /// Returns the entries of a ``Selection`` that have complete responses, as a HAR 1.2 file without secrets.
    ///
    /// An entry that still seems to contain a secret is left out, and the file's comment says why.
    func har(_ call: Call) throws -> Response {
        let selection = Selection(call.request)
        let entries = router.journal.entries.filter { meets($0, selection) }
        let har = HAR(clearing: entries.compactMap { exchange($0, call.peer) })
        return .data(
            try har.data(), contentType: "application/json",
            headers: ["Content-Disposition": #"attachment; filename="teapot.har""#])
    }

    private func exchange(_ entry: Journal.Entry, _ peer: Server.Peer) -> HAR.Exchange? {
        guard entry.ending != nil, let kept = responses[entry.number], let status = kept.status, kept.isWhole else {
            return nil
        }
        var request = entry.request
        if request.origin == nil { request.origin = "http://" + request.host(at: peer) }
        let response = Response(status: status, headers: kept.headers, body: kept.body)
        return HAR.Exchange(entry, request, response)
    }
}
