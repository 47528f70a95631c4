import Teapot

/// What a piece of work cost, per operation.
struct Cost {
    var wall: Double
    var cpu: Double
    /// Instructions in user mode; `nil` where the machine does not count them for us.
    var instructions: Double?
}

/// One contender: a name and a way to do the same work so many times.
struct Contender {
    var name: String
    var work: (_ count: Int) async throws -> Void

    /// - Parameters:
    ///   - name: What the table calls it.
    ///   - work: Does the work `count` times.
    init(_ name: String, work: @escaping (_ count: Int) async throws -> Void) {
        self.name = name
        self.work = work
    }
}

/// Measures contenders in turns, A B A B …, so that a machine that slows down slows all of them.
struct Measurement {
    var rounds: Int
    var counter = InstructionCounter()

    /// Measures each contender and gives the median of each figure.
    ///
    /// - Parameters:
    ///   - contenders: What to compare; the first is the subject, the second its peer.
    ///   - count: Operations a round.
    /// - Returns: The medians, in the order of the contenders.
    /// - Throws: What a contender throws.
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
        let instructions = counter.read()
        let (cpu, wall) = (ProcessUsage.cpuSeconds, ContinuousClock.now)
        try await contender.work(count)
        let elapsed = ContinuousClock.now - wall
        let operations = Double(count)
        return Cost(
            wall: elapsed / .seconds(1) / operations,
            cpu: (ProcessUsage.cpuSeconds - cpu) / operations,
            instructions: instructions.flatMap { before in counter.read().map { Double($0 - before) / operations } }
        )
    }
}

extension [Double] {
    /// The middle value; of an even number the lower middle one.
    var median: Double {
        isEmpty ? .nan : sorted()[(count - 1) / 2]
    }
}
