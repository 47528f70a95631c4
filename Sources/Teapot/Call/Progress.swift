extension Teapot {
    /// The progress of a transfer, in bytes.
    public enum Progress: Sendable, Equatable {
        /// The number of bytes of the request's body sent so far, and the total if known.
        case sent(Int64, of: Int64?)
        /// The number of bytes of the response's body received so far, and the total if known.
        ///
        /// The bodies of followed redirects and of responses with unaccepted statuses aren't counted.
        case received(Int64, of: Int64?)

        /// The completed fraction, from 0 to 1, or `nil` if the total isn't known.
        public var fractionCompleted: Double? {
            switch self {
            case .sent(let count, let total), .received(let count, let total):
                total.map { $0 > 0 ? min(1, Double(count) / Double($0)) : 1 }
            }
        }
    }
}
