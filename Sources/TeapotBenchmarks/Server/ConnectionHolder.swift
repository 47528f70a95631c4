import Foundation
import Teapot
import TeapotMockServer
import TeapotTestSupport

/// A process that opens many connections to a server and holds them.
final class ConnectionHolder: Sendable {
    static let role = "hold-connections"

    /// The behavior of each connection.
    enum Manner: String {
        /// It sends nothing.
        case silent
        /// It sends one request, and then nothing.
        case asked
        /// It sends a request for a large response, but doesn't read.
        case unread
        /// It sends one byte of a head each second.
        case slow
    }

    /// The number of open connections, which is lower than requested if the system allows no more.
    let count: Int
    private let program: Program

    /// Creates a holder, and returns once all connections are open.
    init(_ count: Int, to port: UInt16, _ manner: Manner, on toolbox: Toolbox) throws {
        let words = [Self.role, "\(port)", "\(count)", manner.rawValue]
        let (path, arguments) = toolbox.pinned(.load, Toolbox.this, words)
        program = try Program(path, arguments)
        self.count = Int(try program.readLine()) ?? 0
    }

    /// Closes all connections.
    func stop() {
        try? program.input.close()
        program.wait()
    }

    /// Runs the child process, which opens the connections, prints their number, and holds them until its input ends.
    static func hold(_ arguments: [String]) {
        guard arguments.count == 3, let port = UInt16(arguments[0]), let count = Int(arguments[1]),
            let manner = Manner(rawValue: arguments[2])
        else { return }
        Toolbox.raiseDescriptorLimit()
        var descriptors: [Int32] = []
        while descriptors.count < count, let descriptor = try? Socket.connected(to: port) {
            switch manner {
            case .silent: break
            case .asked: guard ask(on: descriptor) else { continue }
            case .unread: send("GET /huge HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", on: descriptor)
            case .slow: send("GET /users/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", on: descriptor)
            }
            descriptors.append(descriptor)
        }
        print(descriptors.count)
        fflush(nil)
        if manner == .slow, !descriptors.isEmpty {
            DispatchQueue.global().async {
                _ = FileHandle.standardInput.readDataToEndOfFile()
                exit(0)
            }
            // The bytes are spread over the second, so they don't arrive in a burst.
            let pause = useconds_t(1_000_000 / descriptors.count)
            while true {
                for descriptor in descriptors {
                    send("x", on: descriptor)
                    usleep(pause)
                }
            }
        }
        _ = FileHandle.standardInput.readDataToEndOfFile()
    }

    private static func send(_ text: String, on descriptor: Int32) {
        _ = Array(text.utf8).withUnsafeBytes { Socket.write(descriptor, $0) }
    }

    private static func ask(on descriptor: Int32) -> Bool {
        send("GET /users/1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", on: descriptor)
        // The response is small enough to arrive all at once.
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            if case .bytes(1...) = Socket.read(descriptor, into: buffer) { true } else { false }
        }
    }
}
