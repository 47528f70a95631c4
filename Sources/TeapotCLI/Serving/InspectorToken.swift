import Foundation
import TeapotMockInspector
import TeapotMockServer

/// The token of the inspector's page, kept in a file so that the page's address is the same after a restart.
///
/// The file is `teapot/inspector-token` in the user's cache directory. Only the user can read it. Without it, the next
/// run has a new token.
enum InspectorToken {
    /// Returns the user's token, which is created if there's no valid one, or `nil` if it can't be kept.
    static func kept(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        let folders = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
        // A relative path is invalid (XDG Base Directory Specification).
        let custom = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let folder = (custom ?? folders.first?.path).map({ $0 + "/teapot" }) else { return nil }
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let (path, partial) = (folder + "/inspector-token", "\(folder)/\(UUID().uuidString).part")
        if let token = read(path) { return token }
        let token = Server.randomToken
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { unlink(partial) }
        let isWritten = write(descriptor, token, token.utf8.count) == token.utf8.count && fchmod(descriptor, 0o600) == 0
        close(descriptor)
        guard isWritten else { return nil }
        // Another program may have created the file in the meantime. An invalid one is replaced.
        if link(partial, path) == 0 { return token }
        return read(path) ?? (rename(partial, path) == 0 ? token : nil)
    }

    /// Returns the token in a regular file that only this user can read, or `nil` if it isn't a valid one.
    private static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o7777 == 0o600, status.st_uid == geteuid(),
            status.st_mode & S_IFMT == S_IFREG, let data = try? file.read(upToCount: 65), 32...64 ~= data.count,
            data.allSatisfy("0123456789abcdef".utf8.contains)
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
