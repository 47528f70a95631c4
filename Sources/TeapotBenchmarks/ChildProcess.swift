import Foundation
import Teapot
import TeapotTestSupport

/// Programs that run next to this one, so their cost isn't included.
enum ChildProcess {
    /// Starts this program again in a different role, and waits for the first line that it prints.
    ///
    /// - Parameter role: The argument that selects the role.
    /// - Returns: The process, and that line.
    /// - Throws: Any error from starting the process.
    static func start(_ role: String) throws -> (Program, String) {
        let program = try Program(URL(fileURLWithPath: "/proc/self/exe").resolvingSelf.path, [role])
        return (program, try program.readLine())
    }
}

extension URL {
    fileprivate var resolvingSelf: URL {
        get throws {
            if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
                return URL(fileURLWithPath: target)
            }
            return Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        }
    }
}
