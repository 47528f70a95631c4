import Foundation

extension String {
    /// The text quoted for a shell.
    package var quoted: String { "'" + replacingOccurrences(of: "'", with: "'\\''") + "'" }

    /// The text quoted for a shell, unless it has only letters, digits and harmless characters.
    package var quotedIfNecessary: String {
        allSatisfy { $0.isLetter || $0.isNumber || "/-._~:".contains($0) } && !isEmpty && first != "~" ? self : quoted
    }
}
