import Foundation
import Teapot

#if os(Linux)
    import Glibc
#else
    import Darwin
#endif

/// The resources that this process has used so far.
enum ProcessUsage {
    /// The user and system time of all threads, in seconds.
    static var cpuSeconds: Double {
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// The peak resident memory, in bytes; 0 if the system does not report it.
    static var peakResidentBytes: Int {
        #if os(Linux)
            // `ru_maxrss` would be at least that of the process that started this one.
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
            return (line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
        #else
            return usage.ru_maxrss
        #endif
    }

    private static var usage: rusage {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage
    }
}
