import Teapot
package import TeapotMock
import TeapotMockDocuments

/// A fault as written in files: its name in `Response.Fault` and, for some faults, a number of bytes.
///
/// Examples are `timedOut` and `cutShort 100`.
struct WrittenFault: Sendable, Equatable {
    /// The name of a fault.
    enum Name: String, CaseIterable {
        case refused, timedOut, reset, empty, garbage, cutShort, malformedChunk, contentLength

        /// The fault, if it needs no number of bytes; otherwise, `nil`.
        var fault: Response.Fault? {
            switch self {
            case .refused: .refused
            case .timedOut: .timedOut
            case .reset: .reset
            case .empty: .empty
            case .garbage: .garbage
            case .cutShort, .malformedChunk, .contentLength: nil
            }
        }

        /// Returns the fault with a number of bytes, or `nil` if it doesn't take a number.
        func fault(_ count: Int) -> Response.Fault? {
            switch self {
            case .refused, .timedOut, .empty, .garbage: nil
            case .reset: .reset(after: count)
            case .cutShort: .cutShort(after: count)
            case .malformedChunk: .malformedChunk(after: count)
            case .contentLength: .contentLength(count)
            }
        }
    }

    /// An error in the text of a fault.
    struct ParsingError: Error, Equatable {
        let reason: String
    }

    let name: Name
    /// The number of bytes, or `nil` if there's none.
    let count: Int?
    let fault: Response.Fault

    /// Creates a fault by parsing its text.
    ///
    /// - Parameter text: The name and, for some faults, a number of bytes. White space around them is ignored.
    /// - Throws: A ``ParsingError`` if there's no such fault.
    init(_ text: String) throws(ParsingError) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let first = words.first ?? ""
        guard let name = Name(rawValue: first) else {
            let names = Name.allCases.map(\.rawValue)
            let hint = first.closest(among: names).map { "; did you mean “\($0)”?" } ?? ""
            let list = names.map { "“\($0)”" }.asChoice
            throw ParsingError(reason: "expected a fault: \(list), but found “\(first.shortened(to: 40))”\(hint)")
        }
        let count = words.count == 2 ? Int(words[1]).flatMap { $0 >= 0 ? $0 : nil } : nil
        guard let fault = words.count == 1 ? name.fault : count.flatMap(name.fault) else {
            let example = "“\(name.rawValue) 100”"
            let expected =
                name.fault == nil
                ? "a number of bytes after “\(name.rawValue)”, as in \(example)"
                : name.fault(0) == nil
                    ? "nothing after “\(name.rawValue)”" : "“\(name.rawValue)”, or a number of bytes, as in \(example)"
            throw ParsingError(reason: "expected \(expected)")
        }
        self.name = name
        self.count = count
        self.fault = fault
    }

    /// Creates the written form of a fault, or returns `nil` if it has none.
    init?(_ fault: Response.Fault) {
        let count: Int? = if case .contentLength(let length)? = fault.wire { length } else { fault.wire?.bodyLimit }
        let name = Name.allCases.first { count.map($0.fault) ?? $0.fault == fault }
        guard let name else { return nil }
        (self.name, self.count, self.fault) = (name, count, fault)
    }

    /// The fault as text, which can be parsed again.
    var text: String { name.rawValue + (count.map { " \($0)" } ?? "") }

    /// Returns whether a client notices the fault if the body has the given length in bytes.
    func hasEffect(onBodyOf length: Int) -> Bool {
        // A declared length below the body's truncates the body.
        name == .contentLength ? count != length : fault.breaksOff(bodyOf: length)
    }
}

extension Response.Fault {
    /// Creates a fault by parsing its text, or returns `nil` if there's no such fault.
    package init?(written text: String) {
        guard let fault = try? WrittenFault(text).fault else { return nil }
        self = fault
    }
}
