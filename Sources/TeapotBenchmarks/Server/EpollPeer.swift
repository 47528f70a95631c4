import Foundation
import Teapot
import TeapotTestSupport

/// A bare epoll loop in C that does the same work and is close to the system's limit.
enum EpollPeer {
    /// Compiles and starts the loop, or returns `nil` if there is no compiler or compiling fails.
    static func start(on toolbox: Toolbox) async throws -> ServerProcess? {
        #if os(Linux)
            guard let compiler = toolbox.compiler else { return nil }
            let source = toolbox.folder.appendingPathComponent("epoll.c").path
            let binary = toolbox.folder.appendingPathComponent("epoll").path
            try Data(Self.source.utf8).write(to: URL(fileURLWithPath: source))
            guard try await Program.run(compiler, ["-O2", "-o", binary, source]).status == 0 else {
                print("  (\(compiler) does not compile the epoll loop)")
                return nil
            }
            return try ServerProcess(binary, [], on: toolbox)
        #else
            return nil
        #endif
    }
}
