/// A value that few connections have: without it, it takes one word of memory.
struct Rare<Value>: ~Copyable {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var box: Box?

    /// A Boolean value that indicates whether there is a value.
    var isThere: Bool { box != nil }

    /// The value, or `nil` if there is none.
    var value: Value? {
        get { box?.value }
        set {
            if let newValue, let box { box.value = newValue } else { box = newValue.map(Box.init) }
        }
    }
}
