/// A value that few connections have, allocated separately; an absent value takes one word of the connection.
///
/// It can't be copied, because copies would share the value.
struct Rare<Value>: ~Copyable {
    private final class Box {
        @exclusivity(unchecked) var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var box: Box?

    /// Whether there's a value.
    var isPresent: Bool { box != nil }

    /// The value, or `nil` if there's none.
    var value: Value? {
        get { box?.value }
        set {
            if let newValue, let box { box.value = newValue } else { box = newValue.map(Box.init) }
        }
    }

    /// Changes the value in place, if there's one.
    ///
    /// - Returns: The closure's result, or `nil` if there's no value.
    @discardableResult
    mutating func change<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard let box else { return nil }
        return body(&box.value)
    }
}
