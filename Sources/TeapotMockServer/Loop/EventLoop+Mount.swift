import Teapot
import TeapotMock

extension EventLoop {
    /// Passes a request to the mount, in a task outside the loop, because the mount may read and write a lot.
    func passToMount(_ request: Request, on connection: Connection) {
        guard let mount else { return }
        let (id, mailbox) = (connection.id, mailbox)
        let peer = Server.Peer(
            isLocal: Socket.isPeerLocal(id.descriptor), port: (try? Socket.localPort(of: id.descriptor)) ?? 0)
        let task = Task(priority: .high) {
            let response = await mount.response(to: request, from: peer)
            mailbox.post(.answered(id, response, entry: nil))
        }
        connection.abandon = { task.cancel() }
    }
}
