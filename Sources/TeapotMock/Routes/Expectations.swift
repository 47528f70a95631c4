/// The headers that a router requires, and which of them have been compared with a request's.
struct Expectations: Sendable {
    /// The headers that a route requires, or that every request must have unless its route requires its own.
    struct Required: Sendable {
        var fields = HeaderExpectation()
        /// The place in the source code where they were set.
        var place: SourcePlace?
        /// Whether a test passes even if the headers were never compared with a request's.
        ///
        /// It's `false` for a mock's fixture: its route may stay unused, but its headers must be compared.
        var isOptional = true
    }

    var general = Required() { didSet { isEmpty = general.fields.fields.isEmpty } }
    /// The numbers of the routes whose required headers have been compared, with `nil` for the general ones.
    var compared: Set<Int?> = []
    /// Whether every request may have any headers.
    ///
    /// It's stored because each request reads it, and computing it from the headers would be too slow.
    private(set) var isEmpty = true
}
