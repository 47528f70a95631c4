/// The last entries of a journal, up to its capacity.
///
/// Each new entry replaces the oldest one.
struct JournalRing: Sendable {
    private let capacity: Int?
    private var slots: [Journal.Entry] = []
    /// The number of the first entry since the journal was created or cleared.
    private var firstNumber = 1
    private(set) var lastNumber = 0

    init(capacity: Int?) {
        self.capacity = capacity
    }

    /// The number of the oldest entry, or the number of the next entry if there is none.
    private var oldestNumber: Int { lastNumber - slots.count + 1 }

    var forgottenCount: Int { oldestNumber - firstNumber }

    /// Adds an entry and sets its number.
    ///
    /// - Returns: The entry that is forgotten to make room for it.
    mutating func append(_ entry: inout Journal.Entry) -> Journal.Entry? {
        lastNumber += 1
        entry.number = lastNumber
        guard let capacity, slots.count >= capacity else {
            slots.append(entry)
            return nil
        }
        guard capacity > 0 else { return nil }
        var forgotten = entry
        swap(&forgotten, &slots[slot(of: lastNumber)])
        return forgotten
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
