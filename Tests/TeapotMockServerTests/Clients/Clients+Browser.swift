import Foundation
import Teapot
import TeapotTestSupport
import Testing

extension Clients {
    /// The options that restrict a browser to this machine and to a clean profile.
    private static let browserOptions = [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-default-apps",
        "--disable-breakpad", "--disable-crash-reporter", "--metrics-recording-only", "--no-first-run",
        "--no-default-browser-check", "--no-proxy-server", "--mute-audio", "--log-level=3",
    ]

    /// Opens a page in a browser, and expects it to open a gate.
    static func browse(_ address: String, until reported: Gate) async throws {
        let browser = try #require(Clients.browser)
        let folder = try TemporaryFolder()
        let log = folder.path("log")
        let arguments = ["-c", "exec \"$@\" >\"$0\" 2>&1", log.path, browser] + browserOptions
        let data = folder.path("data").path
        let hasReported = try await onOwnThread {
            let program = try Program(
                "/bin/sh", arguments + ["--user-data-dir=\(data)", address], leadsGroup: true)
            defer {
                program.killGroup()
                program.wait()
            }
            return reported.block(atMost: 110)
        }
        let said = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        #expect(hasReported, "The browser never reported. It said: \(said)")
    }
}
