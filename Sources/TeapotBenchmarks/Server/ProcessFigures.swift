import Teapot

/// What a process, whoever's it is, has used so far and holds now, as Linux tells under `/proc`.
struct ProcessFigures {
    /// User and system time of all its threads, in seconds.
    var cpuSeconds: Double
    var residentBytes: Int
    var descriptors: Int
    var threads: Int

    /// Reads them; `nil` where the system does not tell them so, or there is no such process.
    init?(of id: Int32) {
        // Behind the name, which may hold anything, stand the state and then the numbers (proc(5)).
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

    /// The processes that a process started, as far as Linux tells.
    static func children(of id: Int32) -> [Int32] {
        let text = (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
        return text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
    }
}
