public import Foundation
import Teapot
public import TeapotMock

/// A recorder of the exchanges that a ``Passthrough`` has with a live server.
public protocol ExchangeRecorder: Sendable {
    /// Begins to record an exchange.
    ///
    /// - Parameters:
    ///   - request: The request as the client sent it.
    ///   - origin: The origin of the live server, such as `https://api.test`.
    /// - Returns: The recording of this exchange; if it is released before its end, the exchange broke off.
    func begin(_ request: Request, origin: String?) -> any ExchangeRecording
}

/// The recording of one exchange, which is told of the response as it comes.
public protocol ExchangeRecording: AnyObject, Sendable {
    /// Records the head of the response.
    ///
    /// - Parameter head: The response; its body is empty.
    func receive(_ head: Response)

    /// Records a piece of the response's body.
    ///
    /// - Parameter piece: The bytes, which follow those recorded before.
    func add(_ piece: Data)

    /// Records a piece of the response's body with the time at which it arrived, which is before the client gets it.
    ///
    /// By default it calls ``add(_:)``.
    ///
    /// - Parameters:
    ///   - piece: The bytes, which follow those recorded before.
    ///   - time: The time from the head of the response to the piece, in seconds.
    func add(_ piece: Data, at time: Double)

    /// Ends the recording: the body is complete.
    func end()

    /// Waits until a recording that has ended is safe, even if the process is killed.
    ///
    /// The client gets the end of the response afterwards. By default it doesn't wait.
    func store() async

    /// Ends the recording: the rest of the response will not come.
    ///
    /// - Parameter error: The reason; a `CancellationError` if the client left.
    func breakOff(_ error: any Error)
}

extension ExchangeRecording {
    /// Records a piece of the response's body without its time.
    ///
    /// - Parameters:
    ///   - piece: The bytes, which follow those recorded before.
    ///   - time: The time from the head of the response to the piece, in seconds.
    public func add(_ piece: Data, at time: Double) { add(piece) }

    /// Does not wait.
    public func store() async {}

    /// Reads and records the next piece of the body.
    ///
    /// - Parameter reader: The reader of the exchange.
    /// - Returns: The piece; `nil` at the end.
    /// - Throws: The error of the connection, which ends the recording too.
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
