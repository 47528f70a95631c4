import Teapot
import TeapotMock
import TeapotMockRecording
import TeapotMockServer

extension Inspector {
    /// Returns the entries that match a `search` and have complete responses, as a HAR 1.2 file without secrets.
    ///
    /// An entry that still appears to contain a secret is left out; the comment of the file says why.
    func har(_ call: Call) throws -> Response {
        let search = Search(call.request.queryValue("search") ?? "")
        let entries = router.journal.entries.filter { meets($0, search) }
        var (har, leftOut) = (HAR(), [String]())
        for entry in entries {
            do throws(Recorder.RecordingError) {
                if let entry = try exported(entry, call.peer) { har.entries.append(entry) }
            } catch {
                leftOut.append(error.description)
            }
        }
        if !leftOut.isEmpty { har.comment = leftOut.joined(separator: "\n") }
        let data = try har.data()
        return .data(
            data, contentType: "application/json",
            headerFields: ["Content-Disposition": #"attachment; filename="teapot.har""#])
    }

    private func exported(
        _ entry: Journal.Entry, _ peer: Server.Peer
    ) throws(Recorder.RecordingError) -> HAR.Entry? {
        guard entry.ending != nil, let kept = responses[entry.number], let status = kept.status, kept.isWhole else {
            return nil
        }
        var request = entry.request
        if request.origin == nil { request.origin = "http://" + request.host(at: peer) }
        let response = Response(status: status, headerFields: kept.headerFields, body: kept.body)
        let (clearRequest, clearResponse) = try Redaction().cleared(request, response)
        return HAR.Entry(clearRequest, clearResponse, started: entry.date, duration: entry.duration)
    }
}
