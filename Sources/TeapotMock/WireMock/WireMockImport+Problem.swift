public import Teapot

extension WireMockImport {
    /// Something that is not supported, or wrong, and what that leads to.
    public struct Problem: Error, Sendable, Equatable {
        /// What is missing for it.
        public enum Effect: String, Sendable {
            /// Nothing at all is registered.
            case nothingRead
            /// Nothing of the file is registered.
            case fileLeftOut
            /// The stub is not registered.
            case stubLeftOut
            /// The stub is registered, and answers without the part.
            case partLeftOut
        }

        /// The file, as its path below WireMock's root: `mappings/cart.json`.
        public let file: String
        /// Where in the file, as a JSON pointer (RFC 6901), such as `/request/bodyPatterns/0`; empty for the whole of it,
        /// `nil` where it is no JSON.
        public let pointer: String?
        /// The line, counted from 1, of a file that is no JSON.
        public let line: Int?
        /// The column in that line, counted from 1.
        public let column: Int?
        /// What is wrong, and what to do, without a full stop.
        public let reason: String
        /// What that leads to.
        public let effect: Effect

        init(file: String, at pointer: String? = nil, _ reason: String, effect: Effect) {
            self.file = file
            self.pointer = pointer
            (line, column) = (nil, nil)
            self.reason = reason
            self.effect = effect
        }

        init(file: String, _ error: JSON.ParsingError) {
            self.file = file
            pointer = nil
            (line, column) = (error.line, error.column)
            reason = "expected \(error.expected) but found \(error.found)"
            effect = .fileLeftOut
        }
    }
}

extension WireMockImport.Problem: CustomStringConvertible {
    /// One line: the file, the place in it, what is wrong, and what that leads to.
    public var description: String {
        let place = line.map { ":\($0)" + (column.map { ":\($0)" } ?? "") } ?? ""
        let pointer = pointer.map { $0.isEmpty ? "" : " " + $0.onOneLine } ?? ""
        let effect =
            switch effect {
            case .nothingRead: "Nothing is registered."
            case .fileLeftOut: "The file is left out."
            case .stubLeftOut: "The stub is left out."
            case .partLeftOut: "The stub answers without it."
            }
        return "\(file.onOneLine)\(place)\(pointer): \(reason.onOneLine). \(effect)"
    }
}

extension WireMockImport.Problem: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
