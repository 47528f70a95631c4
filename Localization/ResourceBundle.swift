package import Foundation

/// Where the package's string tables are.
///
/// The package manager writes an accessor for this, `Bundle.module`, which traps when the folder is not where it was
/// built: an installed command-line tool would die of an error it meant to report. Here a missing folder is `nil`.
package enum ResourceBundle {
    /// The bundle with the package's tables, looked for once; `nil` if it was not installed along with the program.
    package static let shared: Bundle? = find(in: directories)

    /// The first of some folders to hold the package's resource folder, opened.
    ///
    /// - Parameter directories: The folders to look into, in order.
    /// - Returns: The resource bundle, or `nil` if none of them holds it.
    package static func find(in directories: [URL]) -> Bundle? {
        for directory in directories {
            // The package manager's names for it: `.resources` on Linux, `.bundle` on Apple platforms.
            for name in ["teapot_TeapotLocalization.resources", "teapot_TeapotLocalization.bundle"] {
                if let bundle = Bundle(url: directory.appendingPathComponent(name, isDirectory: true)) { return bundle }
            }
        }
        return nil
    }

    /// The part of a bundle that holds one language, opened as a bundle of its own.
    ///
    /// - Parameters:
    ///   - language: A language tag in any case, with hyphens or underscores.
    ///   - bundle: A bundle with `.lproj` folders.
    /// - Returns: The language's folder; failing that, one of the same language and script; else `nil`.
    package static func bundle(forLanguage language: String, in bundle: Bundle) -> Bundle? {
        let directory = bundle.resourceURL ?? bundle.bundleURL
        let manager = FileManager.default
        let folders = (try? manager.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
        // The package manager writes `zh-hans.lproj` for our `zh-Hans.lproj`, so names are compared without case.
        let wanted = language.replacingOccurrences(of: "_", with: "-").lowercased()
        let offered = folders.filter { $0.pathExtension == "lproj" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { (name: $0.deletingPathExtension().lastPathComponent, folder: $0) }
        let match =
            offered.first { $0.name.lowercased() == wanted }
            ?? offered.first { isSameLanguageAndScript($0.name, wanted) }
        return match.flatMap { Bundle(url: $0.folder) }
    }

    private static func isSameLanguageAndScript(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Locale.Language(identifier: left), Locale.Language(identifier: right))
        guard let code = left.languageCode, code == right.languageCode else { return false }
        return left.script == right.script
    }

    /// Beside the program, in the app, beside the test bundle.
    private static var directories: [URL] {
        let main = Bundle.main
        // The framework, test bundle or program that this file was linked into.
        let own = Bundle(for: Anchor.self)
        return [
            main.resourceURL,
            main.bundleURL,
            // A program started through a link has its resources beside the program, not beside the link.
            main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent(),
            own.resourceURL,
            own.bundleURL,
            own.bundleURL.deletingLastPathComponent(),
        ].compactMap { $0 }
    }

    private final class Anchor {}
}
