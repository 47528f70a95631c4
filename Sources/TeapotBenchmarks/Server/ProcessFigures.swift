import Foundation
import Teapot

/// The resources that a process has used so far and currently holds, as Linux reports them under `/proc`.
struct ProcessFigures {
    /// The user and system time of all its threads, in seconds.
    var cpuSeconds: Double
    var residentBytes: Int
    var descriptors: Int
    var threads: Int

    /// Creates the figures of a process, or returns `nil` if the system doesn't report them or the process is gone.
    init?(of id: Int32) {
        // The name may contain anything. After it come the state and then the numbers (proc(5)).
        guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            let end = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[end...].split(separator: " ")
        guard fields.count > 22, let user = Double(fields[12]), let system = Double(fields[13]),
            let threads = Int(fields[18]), let pages = Int(fields[22])
        else { return nil }
        cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        residentBytes = pages * sysconf(Int32(_SC_PAGESIZE))
        self.threads = threads
        descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count) ?? 0
    }

    /// Returns the child processes of a process, if Linux reports them.
    static func children(of id: Int32) -> [Int32] {
        let text = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
        return text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    }
}
