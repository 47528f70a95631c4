import Teapot

/// What this process has used so far.
enum ProcessUsage {
    /// User and system time of all threads, in seconds.
    static var cpuSeconds: Double {
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// The most memory that was resident at once, in bytes.
    static var peakResidentBytes: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        #if os(Linux)
            return usage.ru_maxrss * 1024
        #else
            return usage.ru_maxrss
        #endif
    }
}

#if !os(Linux)
    // `RUSAGE_SELF` is an enumeration in Glibc and a plain number in Darwin.
#endif
