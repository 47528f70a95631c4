import Foundation
import Teapot
import TeapotMockServer
import TeapotTestSupport

/// nginx with one worker, doing the same work.
enum NginxPeer {
    /// Starts nginx with its files in the toolbox's folder, or returns `nil` if it isn't installed or doesn't start.
    ///
    /// - Parameters:
    ///   - toolbox: The tools of this machine.
    ///   - files: Additional files, keyed by name, which are served below `/files/`.
    /// - Returns: The server.
    /// - Throws: An error if a file isn't written.
    static func start(on toolbox: Toolbox, files: [String: Data] = [:]) async throws -> ServerProcess? {
        guard let nginx = toolbox.nginx else { return nil }
        let folder = toolbox.folder.appendingPathComponent("nginx-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(repeating: 0x78, count: OwnServer.largeSize).write(to: folder.appendingPathComponent("large"))
        let fileFolder = folder.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: fileFolder, withIntermediateDirectories: true)
        for (name, contents) in files { try contents.write(to: fileFolder.appendingPathComponent(name)) }
        let port = try Toolbox.freePort()
        let file = folder.appendingPathComponent("nginx.conf")
        try Data(configuration(in: folder.path, port: port).utf8).write(to: file)
        let (path, arguments) = toolbox.pinned(.server, nginx, ["-p", folder.path, "-c", file.path])
        // nginx doesn't read its input, so a shell waits for the end of the input and then ends nginx. The shell
        // doesn't wait for nginx, which may have inherited blocked signals from the thread that started it.
        let script = #""$@" & read -r _; kill $!"#
        let program = try Program("/bin/sh", ["-c", script, "sh", path] + arguments)
        let pidFile = folder.appendingPathComponent("pid").path
        var worker: Int32?
        let isUp = await eventually(within: .seconds(5)) {
            guard let text = try? String(contentsOfFile: pidFile, encoding: .utf8), let id = Int32(text.dropLast()),
                let child = ProcessFigures.children(of: id).first, let probe = try? Socket.connected(to: port)
            else { return false }
            _ = Socket.close(probe)
            worker = child
            return true
        }
        guard isUp, let worker else {
            print("  (nginx did not start)")
            try? program.input.close()
            program.wait()
            return nil
        }
        return ServerProcess(program, port: port, id: worker)
    }

    private static func configuration(in folder: String, port: UInt16) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "    \($0)_temp_path \(folder)/\($0);" }
            .joined(separator: "\n")
        // A master process that belongs to root runs its worker as another user, who couldn't read the folder.
        return """
            \(geteuid() == 0 ? "user root;" : "")
            daemon off;
            master_process on;
            worker_processes 1;
            pid \(folder)/pid;
            error_log \(folder)/error.log crit;
            worker_rlimit_nofile \(descriptorLimit);
            events { worker_connections \(min(descriptorLimit, 16_384)); }
            http {
                access_log off;
                keepalive_requests 1000000000;
                client_max_body_size 8m;
                sendfile on;
            \(temporary)
                server {
                    listen 127.0.0.1:\(port) backlog=1024;
                    location / { default_type application/json; return 200 '\(OwnServer.json)'; }
                    location = /large { root \(folder); default_type application/octet-stream; }
                    location /files/ {
                        root \(folder);
                        types { application/json json; }
                        default_type application/octet-stream;
                    }
                }
            }
            """
    }

    private static var descriptorLimit: Int {
        Toolbox.raiseDescriptorLimit()
        return Int(min(sysconf(Int32(_SC_OPEN_MAX)), 1_000_000))
    }
}
