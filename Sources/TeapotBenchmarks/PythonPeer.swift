import Foundation
import Teapot
import TeapotTestSupport

/// Python's `json` and, if it's installed, `orjson`, doing the same work.
enum PythonPeer {
    private static let program = """
        import json, sys, time
        data = open(sys.argv[1], 'rb').read(); count = int(sys.argv[2])
        peers = [('json', json.loads, lambda v: json.dumps(v, separators=(',', ':')))]
        try:
            import orjson
            peers.append(('orjson', orjson.loads, orjson.dumps))
        except ImportError:
            pass
        for name, read, write in peers:
            value = read(data)
            for verb, work in (('reading', lambda: read(data)), ('writing', lambda: write(value))):
                times = []
                for _ in range(5):
                    start = time.process_time()
                    for _ in range(count): work()
                    times.append((time.process_time() - start) / count)
                print('%s %s %.1f' % (name, verb, len(data) / sorted(times)[2] / 1e6))
        """

    /// Prints the peer's speeds, or a message if there is no Python.
    ///
    /// - Parameters:
    ///   - data: The JSON text.
    ///   - count: The number of times it's read and written in a round.
    /// - Returns: The speeds in MB/s, keyed by name, such as `orjson reading`.
    /// - Throws: An error if the text isn't written, or Python doesn't start.
    static func run(_ data: Data, count: Int) async throws -> [String: Double] {
        guard let python = find("python3") else {
            print("  (no python3 here to compare with)")
            return [:]
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString).json")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var speeds: [String: Double] = [:]
        let output = try await Program.run(python.path, ["-c", program, file.path, "\(count)"]).output
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 3 else { continue }
            print("  " + Table.pad("Python \(words[0]), \(words[1])", 44) + Table.pad(words[2] + " MB/s", -14))
            speeds["\(words[0]) \(words[1])"] = Double(words[2])
        }
        return speeds
    }

    private static func find(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
