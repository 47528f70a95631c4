import Foundation
import Teapot

/// A comparison of Teapot's JSON reader and writer with Foundation's, and with Python's if it is available.
enum JSONBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        let sizes = [("60 B object", Payloads.small, 20_000, 0.7), ("100 KB array", Payloads.array, 20, 1)]
        for (name, data, count, bar) in isQuick ? sizes : sizes + [("10 MB array", Payloads.large, 1, 1)] {
            let count = isQuick ? max(1, count / 10) : count
            let readers = reading(data, isList: data.count > 1_000)
            let read = try await measurement.run(readers, count: count)
            Table.print("JSON, reading a \(name)", bytes: data.count, readers, read, peer: 1)
            let writers = try writing(data, isList: data.count > 1_000)
            let written = try await measurement.run(writers, count: count)
            Table.print("JSON, writing a \(name)", bytes: data.count, writers, written, peer: 1)
            let peers = try await PythonPeer.run(data, count: count)
            let speed = { (cost: Cost) in Double(data.count) / cost.cpu / 1e6 }
            Bars.check(
                "JSON, reading a \(name): speed to orjson", peers["orjson reading"].map { speed(read[0]) / $0 },
                .atLeast(bar))
            Bars.check(
                "JSON, writing a \(name): speed to orjson", peers["orjson writing"].map { speed(written[0]) / $0 },
                .atLeast(0.5))
        }
    }

    private static func reading(_ data: Data, isList: Bool) -> [Contender] {
        [
            Contender("JSON(parsing:)") { for _ in 0..<$0 { _ = try JSON(parsing: data) } },
            Contender("JSONSerialization") { for _ in 0..<$0 { _ = try JSONSerialization.jsonObject(with: data) } },
            Contender("JSONDecoder into a struct") { count in
                let decoder = JSONDecoder()
                for _ in 0..<count {
                    if isList {
                        _ = try decoder.decode([Person].self, from: data)
                    } else {
                        _ = try decoder.decode(Person.self, from: data)
                    }
                }
            },
        ]
    }

    private static func writing(_ data: Data, isList: Bool) throws -> [Contender] {
        let json = try JSON(parsing: data)
        let object = try JSONSerialization.jsonObject(with: data)
        let people = isList ? try JSONDecoder().decode([Person].self, from: data) : []
        let person = isList ? nil : try JSONDecoder().decode(Person.self, from: data)
        return [
            Contender("JSON.data()") { for _ in 0..<$0 { _ = try json.data() } },
            Contender("JSONSerialization") {
                for _ in 0..<$0 { _ = try JSONSerialization.data(withJSONObject: object) }
            },
            Contender("JSONEncoder from a struct") { count in
                let encoder = JSONEncoder()
                for _ in 0..<count {
                    if let person { _ = try encoder.encode(person) } else { _ = try encoder.encode(people) }
                }
            },
        ]
    }
}
