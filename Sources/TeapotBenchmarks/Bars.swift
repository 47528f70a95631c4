import Foundation
import Teapot

/// The bars that figures must reach.
enum Bars {
    /// The side of a bar on which a figure passes.
    enum Limit {
        case atLeast(Double)
        case atMost(Double)
    }

    private static let lines = Locked<[String]>([])

    /// Prints a figure next to its bar, with a mark: ✓ if it passes, ✗ if it doesn't, – if there is no figure.
    ///
    /// - Parameters:
    ///   - name: The name of the measurement, with its unit.
    ///   - figure: The figure, or `nil` or NaN if a peer or a counter is missing on this machine.
    ///   - limit: The bar.
    static func check(_ name: String, _ figure: Double?, _ limit: Limit) {
        let figure = figure.flatMap { $0.isFinite ? $0 : nil }
        let (holds, bar) =
            switch limit {
            case .atLeast(let least): (figure.map { $0 >= least }, "≥ \(text(least))")
            case .atMost(let most): (figure.map { $0 <= most }, "≤ \(text(most))")
            }
        let mark = holds.map { $0 ? "✓" : "✗" } ?? "–"
        let line =
            "  \(mark) " + Table.pad(name, 76) + Table.pad(figure.map(text) ?? "n/a", -9) + Table.pad("bar " + bar, -14)
        print(line)
        fflush(nil)
        lines.withLock { $0.append(line) }
    }

    /// Prints all figures of the run again, in a single table.
    static func summarize() {
        let lines = lines.withLock { $0 }
        guard !lines.isEmpty else { return }
        let held = lines.filter { $0.hasPrefix("  ✓") }.count
        print("\nBars: \(held) of \(lines.count) hold")
        for line in lines { print(line) }
    }

    /// Returns a figure with a sensible number of digits.
    static func text(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : value < 1000 ? "%.1f" : "%.0f", value)
    }
}
