import Teapot
public import TeapotMock
public import TeapotMockRedaction

extension Journal {
    /// The names of the headers that a transcript shows by default: `Accept`, `Authorization`, `Content-Type`,
    /// `Last-Event-ID`, `Range`, and those of conditional requests.
    public static let transcriptHeaderFields: Set<String> = [
        "Accept", "Authorization", "Content-Type", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
        "If-Unmodified-Since", "Last-Event-ID", "Range",
    ]

    /// The requests as readable text without secrets, which is always the same for the same requests.
    ///
    /// It's the text that `transcript(headerFields:redaction:matching:)` returns by default.
    public var transcript: String { transcript() }

    /// Returns requests as readable text without secrets, which is always the same for the same requests.
    ///
    /// ```swift
    /// #expect(
    ///     router.journal.transcript == """
    ///         POST /carts
    ///         Authorization: REDACTED
    ///         Content-Type: application/json
    ///
    ///         {
    ///           "count": 2,
    ///           "product": 7
    ///         }
    ///         """)
    /// ```
    ///
    /// The text doesn't depend on which client sent the requests: a mock client, an intercepted session, or a client of
    /// a server. Parts that differ from run to run are omitted or put in order:
    ///
    /// - The items of a query and of a form are sorted by name. Items with the same name keep their order.
    /// - The scheme, host and port are shown if the router's base URL names a host, or if requests went to several
    ///   hosts.
    /// - The headers with the given names are shown, sorted by name, except for `Accept: */*`.
    /// - JSON is formatted, with the members of objects sorted by name and with numbers as sent. Each form item has its
    ///   own line. `<boundary>` replaces the boundary of a multipart body.
    /// - Text is shown as sent. A backslash begins an escape: `\\`, `\t`, `\r`, `\u{7F}`, and `\n` for a line break at
    ///   the end. A line that begins with two hyphens gets a backslash in front.
    /// - A body that isn't text or is larger than 64 KB is shown as its length and SHA-1.
    ///
    /// Secrets are removed as in recordings. Text that still looks like a secret is omitted, with the reason in its
    /// place; name it in the redaction, or allow it there. Requests sent at the same time are in the order in which
    /// they arrived. If the journal has forgotten requests, the text begins with their number.
    ///
    /// - Parameters:
    ///   - headers: The names of the headers to show.
    ///   - redaction: The names of the secrets to remove, and the places where apparent secrets are allowed.
    ///   - rules: The rules that select the requests to show. Without rules, all requests are shown.
    /// - Returns: The text, without a line break at its end. It's empty if there are no requests.
    public func transcript(
        headers: Set<String> = Journal.transcriptHeaderFields,
        redaction: Redaction = Redaction(),
        matching rules: Rule...
    ) -> String {
        written(headers, redaction, meeting: rules).text
    }

    /// Returns requests as text, with their number.
    func written(
        _ headers: Set<String>, _ redaction: Redaction, meeting rules: [Rule]
    ) -> (text: String, count: Int) {
        let (entries, forgottenCount) = keptEntries
        let origins = Set(entries.compactMap(\.request.origin))
        let transcript = Transcript(
            base: base, showsOrigins: base.host != nil || origins.count > 1, headers: headers,
            redaction: redaction)
        var texts: [String] = []
        var unknownCount = 0
        for entry in entries {
            do throws(Forgotten) {
                if try meets(entry.request, rules) { texts.append(transcript.text(of: entry.request)) }
            } catch {
                unknownCount += 1
            }
        }
        var notes: [String] = []
        if forgottenCount > 0 {
            notes.append("<\(String(counting: forgottenCount, "earlier request")) forgotten>")
        }
        if unknownCount > 0 {
            let requests = String(counting: unknownCount, "request")
            notes.append("<\(requests) omitted: the journal dropped the bodies that the rules read>")
        }
        return ((notes + texts).joined(separator: Transcript.separator), texts.count)
    }
}
