public import Foundation
import Teapot
public import TeapotMock

/// A type that records the exchanges of a ``Passthrough`` with a live server.
public protocol ExchangeRecorder: Sendable {
    /// Starts recording an exchange.
    ///
    /// - Parameters:
    ///   - request: The request as the client sent it.
    ///   - origin: The origin of the live server, such as `https://api.test`.
    /// - Returns: The recording of this exchange. If it's released before its end, the exchange broke off.
    func begin(_ request: Request, origin: String?) -> any ExchangeRecording
}

/// The recording of one exchange, which receives the response as it arrives.
public protocol ExchangeRecording: AnyObject, Sendable {
    /// Records the head of the response.
    ///
    /// - Parameter head: The response, whose body is empty.
    func receive(_ head: Response)

    /// Records a piece of the response's body.
    ///
    /// - Parameter piece: The bytes, which follow those already recorded.
    func add(_ piece: Data)

    /// Records a piece of the response's body with its arrival time, before the client receives it.
    ///
    /// By default, it calls ``add(_:)``.
    ///
    /// - Parameters:
    ///   - piece: The bytes, which follow those already recorded.
    ///   - time: The time from the head of the response to the piece, in seconds.
    func add(_ piece: Data, at time: Double)

    /// Ends the recording because the body is complete.
    func end()

    /// Waits until a recording that has ended is safe, even if the process is killed.
    ///
    /// The client receives the end of the response after that. By default, this doesn't wait.
    func store() async

    /// Ends the recording because the rest of the response won't arrive.
    ///
    /// - Parameter error: The reason, which is a `CancellationError` if the client disconnected.
    func breakOff(_ error: any Error)
}

extension ExchangeRecording {
    /// Records a piece of the response's body without its time.
    ///
    /// - Parameters:
    ///   - piece: The bytes, which follow those already recorded.
    ///   - time: The time from the head of the response to the piece, in seconds.
    public func add(_ piece: Data, at time: Double) { add(piece) }

    /// Returns immediately.
    public func store() async {}

    /// Reads and records the next piece of the body.
    ///
    /// - Parameter reader: The reader of the exchange.
    /// - Returns: The piece, or `nil` at the end.
    /// - Throws: The error of the connection, which also ends the recording.
    func next(of reader: LiveExchange.Reader) async throws -> Data? {
        do {
            let next = try await reader.nextWithArrivals()
            var rest = next?.bytes ?? Data()
            for arrival in next?.arrivals ?? [] {
                add(rest.count == arrival.count ? rest : Data(rest.prefix(arrival.count)), at: arrival.time)
                rest = rest.dropFirst(arrival.count)
            }
            if next == nil { end() }
            await store()
            return next?.bytes
        } catch {
            breakOff(error)
            throw error
        }
    }
}
