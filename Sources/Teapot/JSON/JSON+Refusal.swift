extension JSON {
    /// Why a value can't be written, and where it stands.
    struct Refusal: Error, CustomStringConvertible {
        /// A way from a container to what it holds.
        enum Step {
            case name(String)
            case index(Int)
        }

        private let reason: String
        /// The way to the value, innermost step first.
        private var steps: [Step] = []

        /// A sentence such as `users[2].born: a Date can't be written as JSON; make it a String or a number first`.
        var description: String { steps.isEmpty ? reason : "\(keyPath): \(reason)" }
    }
}

extension JSON.Refusal {
    /// Refuses a value for its type.
    init(type value: Any) {
        let type = "\(type(of: value))"
        reason =
            if value is [AnyHashable: Any] {
                "a dictionary whose keys aren't all Strings can't be written as JSON; make them Strings first"
            } else {
                "\("AEIO".contains(type.prefix(1)) ? "an" : "a") \(type) can't be written as JSON; "
                    + "make it a String or a number first"
            }
    }

    /// Refuses a number that is not finite.
    init(notFinite number: Double) {
        let name = number.isNaN ? "NaN" : number < 0 ? "-infinity" : "infinity"
        reason = "\(name) can't be written as JSON; a number must be finite"
    }

    /// The refusal of a container that stands too deep.
    static let tooDeep = Self(reason: "more than \(JSON.maximumDepth) levels of nesting can't be written as JSON")

    /// The same refusal as seen from the container around.
    func inside(_ step: Step) -> Self {
        var copy = self
        copy.steps.append(step)
        return copy
    }

    /// The way to the value, such as `users[2].born`; of a long one the two ends.
    private var keyPath: String {
        let isPlain: (Character) -> Bool = { $0.isLetter || $0.isNumber || "_-$".contains($0) }
        let path = steps.reversed().map { step in
            switch step {
            case .index(let index): "[\(index)]"
            case .name(let name) where !name.isEmpty && name.allSatisfy(isPlain): ".\(name)"
            case .name(let name): "[\(name.debugDescription)]"
            }
        }
        let text = (path.count > 20 ? path.prefix(8) + ["…"] + path.suffix(8) : path[...]).joined()
        return text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}
