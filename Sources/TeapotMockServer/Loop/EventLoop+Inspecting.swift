import Teapot
import TeapotMock

extension EventLoop {
    /// Passes a request to the inspector, in a task beside the loop because it may read and write much.
    func inspect(_ request: Request, on connection: Connection) {
        guard let inspector else { return }
        let (id, mailbox) = (connection.id, mailbox)
        let peer = Inspector.Peer(
            isLocal: Socket.isPeerLocal(id.descriptor), port: (try? Socket.localPort(of: id.descriptor)) ?? 0)
        let task = Task {
            let response = await inspector.response(to: request, from: peer)
            // The journal has no entry 0, so this exchange is not recorded.
            mailbox.post(.answered(id, .response(response), entry: 0))
        }
        connection.abandon = { task.cancel() }
    }
}
