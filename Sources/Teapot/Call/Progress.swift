extension Teapot {
    /// The progress of a transfer, in bytes.
    public enum Progress: Sendable, Equatable {
        /// The number of bytes of the request's body sent so far, and the total if it is known.
        case sent(Int64, of: Int64?)
        /// The number of bytes of the response's body received so far, and the total if it is known.
        ///
        /// The bodies of redirects that are followed and of statuses that are not accepted are not counted.
        case received(Int64, of: Int64?)
    }
}
