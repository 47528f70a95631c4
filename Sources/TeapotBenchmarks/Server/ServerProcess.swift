import Teapot
import TeapotTestSupport

/// A server that runs beside this process and ends with it: it ends when its input does.
final class ServerProcess: Sendable {
    /// Where it listens on 127.0.0.1.
    let port: UInt16
    private let program: Program
    /// The process that answers, which is not always the one that was started.
    private let id: Int32

    init(_ program: Program, port: UInt16, id: Int32) {
        (self.program, self.port, self.id) = (program, port, id)
    }

    /// Starts a server whose first line is its port and its process.
    init(_ path: String, _ arguments: [String], on toolbox: Toolbox) throws {
        let (path, arguments) = toolbox.pinned(.server, path, arguments)
        program = try Program(path, arguments)
        let words = try program.readLine().split(separator: " ")
        guard words.count == 2, let port = UInt16(words[0]), let id = Int32(words[1]) else {
            throw NotServing(path: path)
        }
        (self.port, self.id) = (port, id)
    }

    /// What it has used and holds.
    var figures: ProcessFigures? { ProcessFigures(of: id) }

    /// Ends it, and waits until it has.
    func stop() {
        try? program.input.close()
        program.wait()
    }

    /// A server did not come up.
    struct NotServing: Error, CustomStringConvertible {
        var path: String
        var description: String { "\(path) did not say which port it listens on." }
    }
}
