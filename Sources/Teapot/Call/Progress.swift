extension Teapot {
    /// How far a transfer has come, in bytes.
    public enum Progress: Sendable, Equatable {
        /// So many bytes of the request's body have been sent, out of so many if that is known.
        case sent(Int64, of: Int64?)
        /// So many bytes of the response's body have come, out of so many if that is known.
        case received(Int64, of: Int64?)
    }
}
