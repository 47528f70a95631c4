import Teapot
import TeapotTestSupport

/// Runs programs beside this one, so that their cost is not counted as ours.
enum ChildProcess {
    /// Starts this program again in another role, and waits for the first line that it prints.
    ///
    /// - Parameter role: The argument that tells it its role.
    /// - Returns: The process, and that line.
    /// - Throws: What starting it threw.
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
