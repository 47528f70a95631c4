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

        /// Returns the fault with a number of bytes or without one, or `nil` if there's no such fault.
        func fault(_ count: Int? = nil) -> Response.Fault? {
            switch (self, count) {
            case (.refused, nil): .refused
            case (.timedOut, nil): .timedOut
            case (.reset, nil): .reset
            case (.empty, nil): .empty
            case (.garbage, nil): .garbage
            case (.reset, let count?): .reset(after: count)
            case (.cutShort, let count?): .cutShort(after: count)
            case (.malformedChunk, let count?): .malformedChunk(after: count)
            case (.contentLength, let count?): .contentLength(count)
            default: nil
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
            let found = first.isEmpty ? "the text is empty" : "found “\(first.shortened(to: 40))”"
            throw ParsingError(reason: "expected a fault: \(list), but \(found)\(hint)")
        }
        let count = words.count == 2 ? Int(words[1]).flatMap { $0 >= 0 ? $0 : nil } : nil
        guard let fault = words.count == 1 || count != nil ? name.fault(count) : nil else {
            let example = "“\(name.rawValue) 100”"
            let expected =
                name.fault() == nil
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
        let name = Name.allCases.first { $0.fault(count) == fault }
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
