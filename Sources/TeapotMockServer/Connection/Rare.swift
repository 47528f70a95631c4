/// A value that few connections have, in memory of its own: its absence takes one word of the connection's.
///
/// It can't be copied, because the copies would share the value.
struct Rare<Value>: ~Copyable {
    private final class Box {
        @exclusivity(unchecked) var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var box: Box?

    /// Whether there is a value.
    var isPresent: Bool { box != nil }

    /// The value, or `nil` if there is none.
    var value: Value? {
        get { box?.value }
        set {
            if let newValue, let box { box.value = newValue } else { box = newValue.map(Box.init) }
        }
    }

    /// Changes the value in place, if there is one.
    ///
    /// - Returns: What the closure returns, or `nil` if there is no value.
    @discardableResult
    mutating func change<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard let box else { return nil }
        return body(&box.value)
    }
}
