import Foundation
import Teapot

/// The benchmark `teapot-benchmarks json-hostile`.
///
/// For each kind of text, it checks whether reading or writing costs more than four times as much for four times the
/// text.
enum HostileJSONBenchmark {
    private static let sizes = (small: 250_000, large: 1_000_000)
    private static let writers: [(String, @Sendable (JSON) throws -> Void)] = [
        ("writing on one line", { _ = try $0.data() }),
        ("writing in order of the names", { _ = try $0.data(.sortedKeys) }),
        ("writing pretty", { _ = try $0.data(.prettyPrinted) }),
        ("comparing", { _ = $0 == $0 }),
    ]

    /// Prints a row for each kind of text, and exits with 1 if one of them is slow.
    static func run() throws {
        print(
            "Seconds of CPU, the least of three runs, for 250 KB and for 1 MB of text. A row is ok if 1 MB costs at most"
        )
        print("five times what 250 KB costs, or less than 0.2 s.\n")
        print(row("reading", "250 KB", "1 MB", "ratio"))
        var slow: [String] = []
        for kind in HostileJSON.objects + HostileJSON.others + HostileJSON.malformed {
            try measure(kind.name, &slow) { bytes in
                let text = Data(kind.text(bytes).utf8)
                return { _ = try? JSON.value(parsing: text) }
            }
        }
        for (title, work) in writers {
            print("\n" + row(title, "250 KB", "1 MB", "ratio"))
            for kind in HostileJSON.objects + HostileJSON.others where (try? kind.document(1_000)) != nil {
                try measure(kind.name, &slow) { bytes in
                    let document = try kind.document(bytes)
                    return { try work(document) }
                }
            }
        }
        try measure("what can't be written, 500 levels deep, names as long as the text", &slow) { bytes in
            var value: any Sendable = [String(repeating: "x", count: bytes): Double.nan]
            for _ in 0..<500 { value = [value] }
            return { [value] in _ = try? JSON.data(from: value) }
        }
        guard slow.isEmpty else {
            print("\nSLOW: \(slow.joined(separator: "; "))")
            exit(1)
        }
    }

    private static func measure(
        _ name: String, _ slow: inout [String], _ work: (_ bytes: Int) throws -> () throws -> Void
    ) throws {
        let small = try seconds(work(sizes.small))
        let large = try seconds(work(sizes.large))
        let ratio = large / max(small, 1e-6)
        let isLinear = ratio <= 5 || large < 0.2
        if !isLinear { slow.append(name) }
        let figures = [small, large].map { String(format: "%.4f", $0) } + [String(format: "%.1f", ratio)]
        print(row(name, figures[0], figures[1], figures[2]), isLinear ? " ok" : " SLOW")
    }

    /// Returns the lowest CPU time of three runs, or the time of a single run that took a second.
    private static func seconds(_ work: () throws -> Void) throws -> Double {
        var least = Double.infinity
        for _ in 0..<3 {
            let start = ProcessUsage.cpuSeconds
            try work()
            let seconds = ProcessUsage.cpuSeconds - start
            least = min(least, seconds)
            if seconds > 1 { break }
        }
        return least
    }

    private static func row(_ name: String, _ columns: String...) -> String {
        "  " + Table.pad(name, 66) + columns.map { Table.pad($0, -10) }.joined()
    }
}
