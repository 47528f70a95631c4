import Foundation

/// The time when a request arrived or an exchange ended, in nanoseconds.
package enum Moment: Sendable {
    /// A time of ``Uptime``.
    case uptime(UInt64)
    /// A time since the router was created, in skipped time.
    case skipped(UInt64)

    /// The current time of the system.
    package static var now: Moment { .uptime(Uptime.now) }

    /// Returns the current time of a call, or of the system if the call doesn't skip time.
    init(_ time: CallTime?) { self = time.map { .skipped($0.now) } ?? .now }
}
