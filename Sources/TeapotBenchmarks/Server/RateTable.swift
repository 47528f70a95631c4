import Foundation
import Teapot

/// A table of the rates of servers, with the ratios to those of each peer.
enum RateTable {
    /// Prints a table.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - contenders: The servers.
    ///   - rates: Their rates, in the same order.
    ///   - peers: The peers among them, with their names in the columns and their indices.
    static func print(_ title: String, _ contenders: [RateContender], _ rates: [Rate], peers: [(String, Int)]) {
        Swift.print("\n\(title)")
        let names = peers.flatMap { ["req/s ÷ \($0.0)", "CPU ÷ \($0.0)"] }
        Swift.print(row("", ["req/s", "CPU µs", "p50 µs", "p99 µs"], names))
        for (contender, rate) in zip(contenders, rates) {
            let ratios = peers.flatMap { _, place in
                [
                    ratio(rate.requestsPerSecond, rates[place].requestsPerSecond),
                    ratio(rate.cpuMicroseconds, rates[place].cpuMicroseconds),
                ]
            }
            let figures = [
                number(rate.requestsPerSecond), number(rate.cpuMicroseconds), number(rate.p50), number(rate.p99),
            ]
            let remark = rate.errors > 0 ? "  \(rate.errors) errors" : ""
            Swift.print(row(contender.name, figures, ratios) + remark)
        }
        fflush(nil)
    }

    static func row(_ name: String, _ figures: [String], _ ratios: [String] = []) -> String {
        "  " + Table.pad(name, 32) + figures.map { Table.pad($0, -12) }.joined()
            + ratios.map { Table.pad($0, -16) }.joined()
    }

    /// Returns a figure with three or more significant digits, or `n/a` for none.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "n/a" }
        return String(format: abs(value) < 10 ? "%.2f" : abs(value) < 100 ? "%.1f" : "%.0f", value)
    }

    static func ratio(_ value: Double, _ other: Double) -> String {
        let ratio = value / other
        return ratio.isFinite ? String(format: "%.2f", ratio) : "n/a"
    }
}
