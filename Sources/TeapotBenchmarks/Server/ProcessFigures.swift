import Foundation
import Teapot

/// The resources that any process has used so far and holds now, as Linux reports them under `/proc`.
struct ProcessFigures {
    /// The user and system time of all its threads, in seconds.
    var cpuSeconds: Double
    var residentBytes: Int
    var descriptors: Int
    var threads: Int

    /// Creates the figures of a process; `nil` if the system does not report them, or there is no such process.
    init?(of id: Int32) {
        // After the name, which may contain anything, are the state and then the numbers (proc(5)).
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
