import Teapot

/// The cost of an operation.
struct Cost {
    var wall: Double
    var cpu: Double
    /// Instructions in user mode, or `nil` if the machine doesn't count them.
    var instructions: Double?
}

/// A contender: a name, and a closure that does the same work a number of times.
struct Contender {
    var name: String
    var work: (_ count: Int) async throws -> Void

    /// Creates a contender.
    ///
    /// - Parameters:
    ///   - name: The name in the table.
    ///   - work: A closure that does the work `count` times.
    init(_ name: String, work: @escaping (_ count: Int) async throws -> Void) {
        self.name = name
        self.work = work
    }
}

/// A measurement of contenders in turn, A B A B …, so a machine that slows down affects all of them.
struct Measurement {
    var rounds: Int
    var counter = InstructionCounter()

    /// Measures each contender, and returns the median of each figure.
    ///
    /// - Parameters:
    ///   - contenders: The contenders. The first is the subject, the second its peer.
    ///   - count: The number of operations in a round.
    /// - Returns: The medians, in the order of the contenders.
    /// - Throws: Any error that a contender throws.
    func run(_ contenders: [Contender], count: Int) async throws -> [Cost] {
        for contender in contenders { try await contender.work(max(1, count / 10)) }
        var samples = [[Cost]](repeating: [], count: contenders.count)
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                samples[index].append(try await measure(contender, count: count))
            }
        }
        return samples.map { samples in
            Cost(
                wall: samples.map(\.wall).median,
                cpu: samples.map(\.cpu).median,
                instructions: samples.compactMap(\.instructions).isEmpty
                    ? nil : samples.compactMap(\.instructions).median
            )
        }
    }

    private func measure(_ contender: Contender, count: Int) async throws -> Cost {
        let instructions = counter.count()
        let (cpu, wall) = (ProcessUsage.cpuSeconds, ContinuousClock.now)
        try await contender.work(count)
        let elapsed = ContinuousClock.now - wall
        let operations = Double(count)
        return Cost(
            wall: elapsed / .seconds(1) / operations,
            cpu: (ProcessUsage.cpuSeconds - cpu) / operations,
            instructions: instructions.flatMap { before in counter.count().map { Double($0 - before) / operations } }
        )
    }
}

extension [Double] {
    /// The middle value or, for an even number of values, the lower of the middle two.
    var median: Double {
        isEmpty ? .nan : sorted()[(count - 1) / 2]
    }
}
