/// The headers that a router requires, and which of them have been compared with a request's.
struct Expectations: Sendable {
    /// The headers that every request must have unless its route has its own expectation.
    struct General: Sendable {
        var fields = HeaderExpectation()
        var place: SourcePlace?
        var isOptional = true
    }

    var general = General() { didSet { isEmpty = general.fields.fields.isEmpty } }
    /// The numbers of the routes whose required headers have been compared, with `nil` for the general ones.
    var compared: Set<Int?> = []
    /// Whether every request may have any headers.
    ///
    /// It's stored because each request reads it, and computing it from the headers would be too slow.
    private(set) var isEmpty = true
}
