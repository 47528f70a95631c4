import Foundation
import Teapot

/// Returns the number of open file descriptors of the process.
package func openDescriptorCount() -> Int {
    #if canImport(Darwin)
        let directory = "/dev/fd"
    #else
        let directory = "/proc/self/fd"
    #endif
    // The listing includes its own descriptor.
    return ((try? FileManager.default.contentsOfDirectory(atPath: directory).count) ?? 1) - 1
}

/// Returns the number of threads of the process.
package func threadCount() -> Int {
    #if os(macOS)
        Int(taskInfo().pti_threadnum)
    #else
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    #endif
}

/// Returns the current resident memory of the process, in bytes.
package func residentMemory() -> Int {
    #if os(macOS)
        Int(taskInfo().pti_resident_size)
    #else
        statusField("VmRSS:")
    #endif
}

/// Returns the peak resident memory of the process, in bytes.
package func peakResidentMemory() -> Int {
    #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
    #else
        return statusField("VmHWM:")
    #endif
}

#if os(macOS)
    /// The system's information about this process; all zero if there is none.
    private func taskInfo() -> proc_taskinfo {
        var info = proc_taskinfo()
        let size = Int32(MemoryLayout<proc_taskinfo>.size)
        return proc_pidinfo(getpid(), PROC_PIDTASKINFO, 0, &info, size) == size ? info : proc_taskinfo()
    }
#else
    /// Returns the value in bytes of a kB field of `/proc/self/status`.
    private func statusField(_ name: String) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return 0 }
        return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
    }
#endif
