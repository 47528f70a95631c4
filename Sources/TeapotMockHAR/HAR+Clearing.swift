package import TeapotMock
import TeapotMockRedaction

extension HAR {
    /// A request in a journal, and its response.
    package struct Exchange: Sendable {
        fileprivate let entry: Journal.Entry
        fileprivate let request: Request
        fileprivate let response: Response

        /// Creates an exchange.
        ///
        /// - Parameters:
        ///   - entry: The journal entry, for the times.
        ///   - request: The request.
        ///   - response: The response, whose body must be bytes.
        package init(_ entry: Journal.Entry, _ request: Request, _ response: Response) {
            (self.entry, self.request, self.response) = (entry, request, response)
        }
    }

    /// Creates a recording of exchanges without their secrets.
    ///
    /// An exchange that still seems to contain a secret is omitted, and ``comment`` says why.
    ///
    /// - Parameter exchanges: The exchanges, in order.
    package init(clearing exchanges: [Exchange]) {
        self.init()
        var leftOut: [String] = []
        let redactor = Redactor(Redaction())
        for exchange in exchanges {
            do throws(UnsearchableBody) {
                let (request, response) = try redactor.cleared(exchange.request, exchange.response)
                entries.append(
                    Entry(request, response, started: exchange.entry.date, duration: exchange.entry.duration))
            } catch {
                leftOut.append("\(error.subject) was not recorded: \(error.reason)\(error.suggestion)")
            }
        }
        if !leftOut.isEmpty { comment = leftOut.joined(separator: "\n") }
    }
}
