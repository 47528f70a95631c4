extension Teapot {
    /// What a carrier reports about one request, in this order and from one thread at a time.
    public enum ExchangeEvent: Sendable {
        /// The request is under way: its time-out begins to run.
        case began
        /// So many bytes of the body have been sent, out of so many.
        case sent(Int64, of: Int64)
        /// The head of the response has come; its `data` is empty.
        case response(Response)
        /// A piece of the body has come.
        case data(Data)
        /// The exchange is over, with an error if it failed. Nothing is reported behind it.
        case finished((any Error)?)
    }
}
