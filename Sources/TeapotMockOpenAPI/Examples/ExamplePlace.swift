import TeapotMock

/// A place in a value that is being generated.
struct ExamplePlace {
    /// The name of the member, or of the list's member, for plausible texts and numbers.
    var name: String?
    /// The seed of the numbers at this place, which depends on the names and indices above it.
    var key: UInt64
    /// The number of values that were rejected at this place.
    var salt = 0
    /// The number of enclosing values and alternatives.
    var depth = 0
    /// The number of optional members and elements around the place.
    var optionalLevels = 0
    /// The targets of the references followed for the enclosing values; a repeated one is a cycle.
    var above: [String] = []

    /// Returns the key of a member or an element.
    static func key(_ key: UInt64, _ token: String) -> UInt64 { SeededNumbers.seed(key, "/\(token)") }

    /// The random numbers of the place.
    var numbers: SeededNumbers { SeededNumbers(seed: key &+ UInt64(salt) &* 0x9E37_79B9) }

    /// Returns the index of the first choice to try, which is another one for each rejected value.
    ///
    /// - Parameters:
    ///   - count: The number of choices, at least 1.
    ///   - stride: The product of the numbers of other choices at this place, so that all combinations get a turn.
    /// - Returns: The index.
    func start(of count: Int, stride: Int = 1) -> Int {
        var numbers = SeededNumbers(seed: key)
        return (numbers.below(1 << 20) + salt / stride) % count
    }
}

extension SeededNumbers {
    /// Returns a number from 0 up to but not including a positive limit.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Returns an element of a list that isn't empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
