import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport

/// A server for the payloads, in a separate process.
enum PayloadServer {
    static let role = "serve-payloads"

    /// Runs the child process, which prints its port and serves until its input ends.
    static func serve() throws {
        let json: Teapot.HeaderFields = ["Content-Type": "application/json"]
        let zeros = Data(count: 200_000_000)
        let server = Server { request in
            switch request.path {
            case "/small": Response(headers: json, body: Payloads.small)
            case "/array": Response(headers: json, body: Payloads.array)
            case "/200MB": Response(body: zeros)
            default: Response(status: .notFound)
            }
        }
        print(try server.start())
        fflush(nil)
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }

    /// Starts the child process.
    static func start() throws -> (process: Program, url: URL) {
        let (process, port) = try ChildProcess.start(role)
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        return (process, url)
    }
}
