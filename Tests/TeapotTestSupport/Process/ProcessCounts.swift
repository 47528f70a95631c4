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
    #if canImport(Darwin)
        var threads: thread_act_array_t?
        var count: mach_msg_type_number_t = 0
        guard task_threads(mach_task_self_, &threads, &count) == KERN_SUCCESS else { return 0 }
        let size = vm_size_t(Int(count) * MemoryLayout<thread_act_t>.stride)
        vm_deallocate(mach_task_self_, vm_address_t(UInt(bitPattern: threads)), size)
        return Int(count)
    #else
        return (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    #endif
}

/// Returns the current resident memory of the process, in bytes.
package func residentMemory() -> Int {
    #if canImport(Darwin)
        var info = mach_task_basic_info()
        var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
        let result = withUnsafeMutablePointer(to: &info) { pointer in
            pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
            }
        }
        return result == KERN_SUCCESS ? Int(info.resident_size) : 0
    #else
        return statusField("VmRSS:")
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

#if !canImport(Darwin)
    /// Returns a field of `/proc/self/status` that is in kB, in bytes.
    private func statusField(_ name: String) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return 0 }
        return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
    }
#endif
