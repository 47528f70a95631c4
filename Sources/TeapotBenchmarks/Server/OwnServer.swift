import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockServer

/// The Teapot server to measure, in a separate process.
enum OwnServer {
    static let role = "serve-benchmark"

    /// A JSON text of 60 bytes.
    static let json = #"{"id":"1","name":"Ada Lovelace","active":true,"score":123.5}"#
    static let largeSize = 1_000_000
    static let hugeSize = 150_000_000

    /// A body that is created by the first request for it.
    private static let huge = Data(repeating: 0x78, count: hugeSize)

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - toolbox: The tools of this machine.
    ///   - folder: A folder of mocks to serve as well.
    /// - Returns: The server.
    /// - Throws: An error if the process doesn't start.
    static func start(on toolbox: Toolbox, folder: URL? = nil) throws -> ServerProcess {
        try ServerProcess(Toolbox.this, [role] + (folder.map { [$0.path] } ?? []), on: toolbox)
    }

    /// Runs the child process, which prints its port and process identifier, and serves until its input ends.
    ///
    /// - Parameter arguments: The path of a folder of mocks, or nothing.
    /// - Throws: An error if the server can't start.
    static func serve(_ arguments: [String]) throws {
        Toolbox.raiseDescriptorLimit()
        let server = Server()
        let router = server.router
        if let path = arguments.first {
            let switchboard = Switchboard(MockFolder(URL(fileURLWithPath: path)))
            switchboard.undecided = .firstMock
            router.switchboard = switchboard
        }
        router.get("/users/:id") { request in
            let id = request["id"] ?? ""
            let json = #"{"id":"\#(id)","name":"Ada Lovelace","active":true,"score":123.5}"#
            return .data(Data(json.utf8), contentType: "application/json")
        }
        router.get("/async/:id") { request async in
            let id = request["id"] ?? ""
            let json = #"{"id":"\#(id)","name":"Ada Lovelace","active":true,"score":123.5}"#
            return .data(Data(json.utf8), contentType: "application/json")
        }
        router.get("/fixed", with: .json(["id": "1", "name": "Ada Lovelace", "active": true, "score": 123.5]))
        router.post("/upload") { request in
            .data(Data(#"{"bytes":\#(request.body.count)}"#.utf8), contentType: "application/json")
        }
        let large = Data(repeating: 0x78, count: largeSize)
        router.get("/huge") { _ in .data(huge, contentType: "application/octet-stream") }
        router.get("/large", with: .data(large, contentType: "application/octet-stream"))
        let response = Response.data(Data(json.utf8), contentType: "application/json")
        router.get(LoadFault.reset.path, with: response.failing(.reset))
        router.get(LoadFault.cutShort.path, with: response.failing(.cutShort(after: 20)))
        router.get(LoadFault.garbage.path, with: response.failing(.garbage))
        print(try server.start(), getpid())
        fflush(nil)
        // A server stops when it's released.
        withExtendedLifetime(server) { _ = FileHandle.standardInput.readDataToEndOfFile() }
    }
}
