import Foundation
import Teapot

/// The server of a soak, whose behavior each ``SoakKind`` determines.
package enum SoakServer {
    /// The length of a large body.
    package static let largeLength = 1_000_000

    /// Returns a listening server.
    package static func start() throws -> HostileServer {
        let large = Data(count: largeLength)
        return try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                switch request.target {
                case "/small":
                    let type = ["Content-Type: application/json"]
                    try connection.send(HostileServer.response(200, type, body: #"{"id":1}"#))
                case "/files/1MB":
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(large.count)\r\n\r\n")
                    try connection.send(bytes: large)
                case "/redirected": try connection.send(HostileServer.response(302, ["Location: /small"]))
                case "/cut":
                    let part = String(repeating: "x", count: 100)
                    return try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + part)
                case "/hung-up": return
                case "/reset": return connection.reset()
                case "/garbage": return try connection.send("SSH-2.0-OpenSSH_9.2\r\n\r\n")
                case "/never": return try connection.waitForEnd()
                default: try connection.send(HostileServer.response(404, body: "gone"))
                }
            }
        }
    }
}
