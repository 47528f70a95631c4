public import Foundation

extension Teapot {
    /// An event of one request, which a carrier reports in this order and from one thread at a time.
    public enum ExchangeEvent: Sendable {
        /// The request is under way, and its timeout begins.
        case began
        /// The number of bytes of the body sent so far, and the total.
        case sent(Int64, of: Int64)
        /// The head of the response was received.
        ///
        /// Its `data` is empty.
        case response(Response)
        /// A piece of the body was received.
        case data(Data)
        /// The exchange has ended, with an error if it failed.
        ///
        /// Nothing is reported after it.
        case finished((any Error)?)
    }
}
