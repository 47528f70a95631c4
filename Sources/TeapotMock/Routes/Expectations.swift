/// The header fields that the requests to a router must have, and which of them were compared with those of a request.
struct Expectations: Sendable {
    /// The header fields that every request must have unless its route has its own expectation.
    struct General: Sendable {
        var fields = HeaderExpectation()
        var place: SourcePlace?
        var isOptional = true
    }

    var general = General() {
        didSet { isEmpty = general.fields.fields.isEmpty }
    }
    /// The numbers of the routes whose expected header fields were compared, and `nil` for the ones of every route.
    var compared: Set<Int?> = []
    /// Whether every request may have any header fields.
    ///
    /// It is stored because it is read for each request, for which reading the fields would be too slow.
    private(set) var isEmpty = true
}
