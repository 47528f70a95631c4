import Foundation
import Teapot

/// A table of costs, with the ratio of each cost to that of the peer.
enum Table {
    static func print(_ title: String, _ contenders: [Contender], _ costs: [Cost], peer: Int) {
        Swift.print("\n\(title)")
        Swift.print(row("", "wall µs", "CPU µs", "k instr.", "wall", "CPU", "instr."))
        for (contender, cost) in zip(contenders, costs) {
            let other = costs[peer]
            Swift.print(
                row(
                    contender.name,
                    number(cost.wall * 1e6),
                    number(cost.cpu * 1e6),
                    cost.instructions.map { number($0 / 1e3) } ?? "n/a",
                    ratio(cost.wall, other.wall),
                    ratio(cost.cpu, other.cpu),
                    cost.instructions.flatMap { mine in other.instructions.map { ratio(mine, $0) } } ?? "n/a"
                )
            )
        }
    }

    /// Prints speeds in MB/s, with the ratio of each speed to that of the peer.
    static func print(_ title: String, bytes: Int, _ contenders: [Contender], _ costs: [Cost], peer: Int) {
        Swift.print("\n\(title)")
        for (contender, cost) in zip(contenders, costs) {
            let speed = Double(bytes) / cost.cpu / 1e6
            let times = costs[peer].cpu / cost.cpu
            Swift.print(
                "  " + pad(contender.name, 44) + pad(number(speed) + " MB/s", -14) + pad(number(times) + " ×", -10)
            )
        }
    }

    static func pad(_ text: String, _ width: Int) -> String {
        let space = String(repeating: " ", count: max(0, abs(width) - text.count))
        return width < 0 ? space + text : text + space
    }

    private static func row(_ name: String, _ columns: String...) -> String {
        "  " + pad(name, 44) + columns.map { pad($0, -10) }.joined()
    }

    private static func number(_ value: Double) -> String {
        String(format: abs(value) < 10 ? "%.2f" : abs(value) < 100 ? "%.1f" : "%.0f", value)
    }

    private static func ratio(_ value: Double, _ other: Double) -> String {
        String(format: "%.2f", value / other)
    }
}
