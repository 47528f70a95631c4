package import Foundation

/// The location of the package's string tables.
///
/// The accessor that the package manager generates, `Bundle.module`, traps if the folder is not where it was built. An
/// installed command-line tool would crash while reporting an error. Here a missing folder is `nil`.
package enum ResourceBundle {
    /// The bundle with the package's tables, or `nil` if it was not installed along with the program.
    ///
    /// It is searched only once.
    package static let shared: Bundle? = find(in: directories)

    /// Returns the package's resource folder in the first of several folders that contains it, opened as a bundle.
    ///
    /// - Parameter directories: The folders to search, in order.
    /// - Returns: The resource bundle, or `nil` if none of the folders contains it.
    package static func find(in directories: [URL]) -> Bundle? {
        for directory in directories {
            // The names that the package manager uses: `.resources` on Linux, `.bundle` on Apple platforms.
            for name in ["teapot_TeapotLocalization.resources", "teapot_TeapotLocalization.bundle"] {
                if let bundle = Bundle(url: directory.appendingPathComponent(name, isDirectory: true)) { return bundle }
            }
        }
        return nil
    }

    /// Returns the folder of one language in a bundle, opened as a bundle of its own.
    ///
    /// - Parameters:
    ///   - language: A language tag in any case, with hyphens or underscores.
    ///   - bundle: A bundle with `.lproj` folders.
    /// - Returns: The folder of the language, or else one of the same language and script, or `nil`.
    package static func bundle(forLanguage language: String, in bundle: Bundle) -> Bundle? {
        let directory = bundle.resourceURL ?? bundle.bundleURL
        let manager = FileManager.default
        let folders = (try? manager.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
        // The package manager writes `zh-hans.lproj` for `zh-Hans.lproj`, so names are compared without regard to case.
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

    /// The folders to search: beside the program, in the app, and beside the test bundle.
    private static var directories: [URL] {
        let main = Bundle.main
        // The framework, test bundle or program that this file is linked into.
        let own = Bundle(for: Anchor.self)
        return [
            main.resourceURL,
            main.bundleURL,
            // If a program is started through a link, its resources are beside the program and not beside the link.
            main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent(),
            own.resourceURL,
            own.bundleURL,
            own.bundleURL.deletingLastPathComponent(),
        ].compactMap { $0 }
    }

    private final class Anchor {}
}
