import Teapot

/// Runs programs beside this one, so that their cost is not counted as ours.
enum ChildProcess {
    /// What a program prints.
    static func output(of program: URL, _ arguments: [String]) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    /// Starts this program again in another role, and waits for the first line that it prints.
    ///
    /// - Parameter role: The argument that tells it its role.
    /// - Returns: The process, and that line.
    /// - Throws: What starting it threw.
    static func start(_ role: String) throws -> (Process, String) {
        let (process, output, input) = (Process(), Pipe(), Pipe())
        process.executableURL = try URL(fileURLWithPath: "/proc/self/exe").resolvingSelf
        process.arguments = [role]
        process.standardOutput = output
        process.standardInput = input
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte.first != 0x0A, !byte.isEmpty {
            line += byte
        }
        return (process, String(decoding: line, as: UTF8.self))
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
