import Foundation
import Teapot
import TeapotMock

extension EventLoop {
    /// The greatest length of a body that is compressed while other requests wait, in bytes.
    private static let directLength = 16 << 10

    /// Sends a response, compressed if its client asks for that and it is worth it.
    ///
    /// A long body is compressed on another thread, and sent later.
    func negotiate(_ response: Response, with negotiation: Negotiation, on connection: Connection) {
        switch negotiation.form(of: response) {
        case .uncompressed(let response): write(response, to: connection)
        case .compressed(let response):
            if let known = bodies.known(response.body) {
                return write(response.response(with: known), to: connection)
            }
            if response.body.count <= Self.directLength {
                return write(response.response(with: bodies.compressed(response.body)), to: connection)
            }
            let (id, mailbox) = (connection.id, mailbox)
            connection.abandon = bodies.compress(response.body) {
                mailbox.post(.compressed(id, response.response(with: $0)))
            }
        }
    }

    /// Sends a response whose body was compressed on another thread.
    func send(_ compressed: Response, to id: ConnectionID) {
        guard let connection = connection(id) else { return }
        connection.abandon = nil
        write(compressed, to: connection)
        proceed(with: connection)
    }
}
