import Foundation
import Teapot
import TeapotTestSupport

/// A server that runs next to this process and ends with it, because the server ends when its input does.
final class ServerProcess: Sendable {
    /// The port on 127.0.0.1.
    let port: UInt16
    private let program: Program
    /// The process that responds, which isn't always the one that was started.
    private let id: Int32

    init(_ program: Program, port: UInt16, id: Int32) {
        (self.program, self.port, self.id) = (program, port, id)
    }

    /// Creates and starts a server whose first line is its port and its process identifier.
    init(_ path: String, _ arguments: [String], on toolbox: Toolbox) throws {
        let (path, arguments) = toolbox.pinned(.server, path, arguments)
        program = try Program(path, arguments)
        let words = try program.readLine().split(separator: " ")
        guard words.count == 2, let port = UInt16(words[0]), let id = Int32(words[1]) else {
            throw NotServing(path: path)
        }
        (self.port, self.id) = (port, id)
    }

    /// The resources that the server has used and holds.
    var figures: ProcessFigures? { ProcessFigures(of: id) }

    /// Ends the server, and waits until it has ended.
    func stop() {
        try? program.input.close()
        program.wait()
    }

    /// The error for a server that didn't start.
    struct NotServing: Error, CustomStringConvertible {
        var path: String
        var description: String { "\(path) did not say which port it listens on." }
    }
}
