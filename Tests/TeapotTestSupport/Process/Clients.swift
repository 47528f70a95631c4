import Foundation
import Teapot
package import TeapotMock
package import TeapotMockServer

/// Third-party programs: their paths on this machine, and a server for them.
///
/// They are independent of the server's implementation, and as strict as real clients. Each stops by itself after at
/// most 200 seconds, so that none outlives its test.
package enum Clients {
    /// The path of curl.
    package static let curl = find("curl")
    /// The path of wget.
    package static let wget = find("wget")
    /// The path of a headless browser.
    package static let browser = find("chromium-headless-shell", "chromium", "google-chrome")
    /// The path of a Python that has the modules of `.ci/requirements.txt`, which `.ci/run` sets.
    package static let equippedPython = ProcessInfo.processInfo.environment["TEAPOT_PYTHON"]
    /// The path of any Python, for its standard library.
    package static let python = equippedPython ?? find("python3")

    /// Returns whether there's an equipped Python that has modules.
    package static func hasPython(with modules: String...) -> Bool {
        let code = "try: import \(modules.joined(separator: ", "))\nexcept ImportError: raise SystemExit(1)"
        return equippedPython.flatMap { try? Program($0, ["-c", code]) }?.wait() == 0
    }

    /// The arguments of every curl call: no user configuration, and a time limit.
    package static let curlArguments = ["-q", "--silent", "--globoff", "--noproxy", "*", "--max-time", "100"]

    /// Returns the path of the first of several programs that is in the search path.
    private static func find(_ names: String...) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs `body` with a server with a router, and stops the server afterwards.
    package static func serving<Result>(
        _ router: Router,
        limits: Server.Limits = Server.Limits(),
        _ body: (UInt16) async throws -> Result
    ) async throws -> Result {
        let server = Server(router: router, limits: limits)
        let port = try server.start()
        do {
            let result = try await body(port)
            try await server.stop(within: 0)
            return result
        } catch {
            try? await server.stop(within: 0)
            throw error
        }
    }
}
