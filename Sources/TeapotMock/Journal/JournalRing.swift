import Foundation
import Teapot

/// A journal's latest entries, up to its capacity, and the latest of their bodies, up to the body capacity.
///
/// Each new entry replaces the oldest one. When the total size of the bodies is too large, the oldest ones are dropped.
struct JournalRing: Sendable {
    /// The parts removed to make room.
    ///
    /// They're released outside the lock, because they may hold the last references to a caller's bytes.
    struct Discarded {
        var entry: Journal.Entry?
        var bodies: [Data] = []
        var results: [Journal.Entry.Result] = []
    }

    private let capacity: Int?
    /// The total size of the bodies to keep, in bytes, or `nil` for all of them.
    private(set) var bodyCapacity: Int?
    /// The total size of the kept bodies, in bytes.
    private var bodyBytes = 0
    /// A number below which no entry has a body.
    private var firstBody = 1
    private var slots: [Journal.Entry] = []
    /// The number of the first entry since the journal was created or cleared.
    private var firstNumber = 1
    private(set) var lastNumber = 0

    init(capacity: Int?, bodyCapacity: Int? = nil) {
        self.capacity = capacity
        self.bodyCapacity = bodyCapacity
    }

    /// The number of the oldest entry, or the number of the next entry if there is none.
    private var oldestNumber: Int { lastNumber - slots.count + 1 }

    var forgottenCount: Int { oldestNumber - firstNumber }

    /// Adds an entry and sets its number.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - discarded: The parts that are removed to make room for it.
    /// - Returns: The number.
    mutating func append(_ entry: consuming Journal.Entry, _ discarded: inout Discarded) -> Int {
        lastNumber += 1
        entry.number = lastNumber
        let added = entry.request.body.count
        if let capacity, slots.count >= capacity {
            guard capacity > 0 else { return lastNumber }
            let slot = slot(of: lastNumber)
            bodyBytes -= slots[slot].request.body.count
            swap(&entry, &slots[slot])
            discarded.entry = consume entry
        } else {
            slots.append(entry)
        }
        bodyBytes += added
        if let bodyCapacity, bodyBytes > bodyCapacity { dropBodies(to: bodyCapacity, &discarded) }
        return lastNumber
    }

    /// Changes the total size of the bodies to keep.
    ///
    /// - Returns: The parts removed to meet the limit.
    mutating func limitBodies(to capacity: Int?) -> Discarded {
        var discarded = Discarded()
        bodyCapacity = capacity
        if let capacity { dropBodies(to: capacity, &discarded) }
        return discarded
    }

    private mutating func dropBodies(to capacity: Int, _ discarded: inout Discarded) {
        firstBody = max(firstBody, oldestNumber)
        while bodyBytes > capacity, firstBody <= lastNumber {
            let slot = slot(of: firstBody)
            firstBody += 1
            let body = slots[slot].request.body
            guard !body.isEmpty else { continue }
            bodyBytes -= body.count
            discarded.bodies.append(body)
            discarded.results.append(slots[slot].result)
            slots[slot].dropBody()
        }
    }

    /// Records the ending of an exchange, unless it is already recorded.
    mutating func end(_ number: Int, _ ending: Journal.Ending, at time: UInt64) {
        guard has(number) else { return }
        let slot = slot(of: number)
        guard slots[slot].ending == nil else { return }
        slots[slot].ending = ending
        slots[slot].ended = time
    }

    /// Changes the result of an entry.
    ///
    /// - Returns: The previous result, to be released outside the lock.
    mutating func change(_ number: Int, to result: Journal.Entry.Result) -> Journal.Entry.Result? {
        guard has(number) else { return nil }
        let slot = slot(of: number)
        defer { slots[slot].result = result }
        return slots[slot].result
    }

    mutating func clear() {
        slots = []
        firstNumber = lastNumber + 1
        bodyBytes = 0
    }

    subscript(number: Int) -> Journal.Entry? { has(number) ? slots[slot(of: number)] : nil }

    /// The entries, the oldest first.
    var all: [Journal.Entry] { entries(after: 0) }

    /// Returns the entries with a greater number, the oldest first.
    func entries(after number: Int) -> [Journal.Entry] {
        let first = max(oldestNumber, min(number, lastNumber) + 1)
        return (first..<(lastNumber + 1)).map { slots[slot(of: $0)] }
    }

    /// Returns the number of forgotten entries with a greater number.
    func forgottenCount(after number: Int) -> Int {
        max(0, oldestNumber - max(firstNumber, min(number, lastNumber) + 1))
    }

    private func has(_ number: Int) -> Bool { oldestNumber...lastNumber + 1 ~= number && number <= lastNumber }

    private func slot(of number: Int) -> Int {
        guard let capacity, capacity > 0 else { return number - firstNumber }
        return (number - firstNumber) % capacity
    }
}
