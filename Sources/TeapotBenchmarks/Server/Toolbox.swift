import Foundation
import Teapot
import TeapotMockServer
import TeapotTestSupport

/// The programs on this machine that measure the server or are measured next to it, and the cores of each side.
struct Toolbox: Sendable {
    /// A folder for files, which ``remove()`` deletes.
    let folder: URL
    /// The path of wrk, which is faster than ``LoadLoop``.
    let wrk: String?
    /// The path of nginx, the best-known peer.
    let nginx: String?
    /// The path of valgrind, which counts instructions.
    let valgrind: String?
    /// The path of the compiler for the peer that is a bare loop.
    let compiler: String?
    /// The path of Swift's compiler for the peer of the command.
    let swiftCompiler: String?
    /// The path of Swift's package manager, which builds the products that ``CompileBenchmark`` measures.
    let swift: String?
    /// The path of the program that removes symbols.
    let strip: String?
    private let taskset: String?
    private let cores: [Int]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        wrk = Self.find("wrk")
        nginx = Self.find("nginx")
        valgrind = Self.find("valgrind")
        compiler = ["cc", "clang", "gcc"].lazy.compactMap(Self.find).first
        swiftCompiler = Self.find("swiftc")
        swift = Self.find("swift")
        strip = Self.find("strip")
        taskset = Self.find("taskset")
        cores = Self.allowedCores
    }

    /// Deletes the folder.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The missing tools and conditions on this machine, with their effects on the figures.
    var missing: [String] {
        var lines: [String] = []
        if wrk == nil { lines.append("no wrk: using our own load generator") }
        if nginx == nil { lines.append("no nginx: it is skipped") }
        if compiler == nil { lines.append("no C compiler: the bare epoll loop is skipped") }
        if taskset == nil { lines.append("no taskset: servers and load share the cores") }
        if taskset != nil, !isPinning { lines.append("one core: servers and load share it") }
        var load = 0.0
        if getloadavg(&load, 1) == 1, load > 1 {
            lines.append("other processes are busy, load average \(String(format: "%.1f", load)): times mean little")
        }
        return lines
    }

    /// A core of this machine.
    enum Core {
        case server
        case load
    }

    /// Returns a program and its arguments so that it runs on the core of its side, if possible.
    func pinned(_ core: Core, _ path: String, _ arguments: [String]) -> (path: String, arguments: [String]) {
        guard let taskset, isPinning else { return (path, arguments) }
        return (taskset, ["-c", "\(core == .server ? cores[0] : cores[1])", path] + arguments)
    }

    private var isPinning: Bool { taskset != nil && cores.count > 1 }

    /// The path of this program, for running it in a different role.
    static var this: String {
        let link = "/proc/self/exe"
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) { return target }
        return Bundle.main.executableURL?.path ?? CommandLine.arguments[0]
    }

    /// Returns a port of 127.0.0.1 that was free a moment ago, for a program that can't choose a port itself.
    static func freePort() throws -> UInt16 {
        let descriptor = try Socket.bound(to: .loopback4, port: 0)
        defer { _ = Socket.close(descriptor) }
        return try Socket.localPort(of: descriptor)
    }

    /// Raises this process's descriptor limit to its maximum.
    static func raiseDescriptorLimit() {
        #if os(Linux)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
    }

    private static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        // These folders contain servers that only root starts.
        return (path + ":/usr/local/sbin:/usr/sbin:/sbin").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The cores that this process may run on.
    private static var allowedCores: [Int] {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed_list:") }) else {
            return []
        }
        // The format is like `0-3,8`.
        return line.dropFirst("Cpus_allowed_list:".count).split(separator: ",").flatMap { range in
            let ends = range.split(separator: "-").compactMap { Int($0.filter(\.isNumber)) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [Int]() }
            return Array(first...last)
        }
    }
}
