public import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension WireMockImport {
    /// An unsupported feature or an error, with its effect.
    public struct Problem: Error, Sendable, Equatable {
        /// The effect of a problem.
        public enum Effect: String, Sendable {
            /// Nothing is registered.
            case nothingRead
            /// Nothing in the file is registered.
            case fileLeftOut
            /// The stub isn't registered.
            case stubLeftOut
            /// The stub is registered, but responds without the unsupported part.
            case partLeftOut
        }

        /// The file's path below WireMock's root, such as `mappings/cart.json`.
        public let file: String
        /// The place in the file, as a JSON Pointer (RFC 6901).
        ///
        /// An example is `/request/bodyPatterns/0`. It's empty for the whole file, and `nil` if the file isn't valid
        /// JSON.
        public let pointer: String?
        /// The line, counted from 1, in a file that isn't valid JSON.
        public let line: Int?
        /// The column in that line, counted from 1.
        public let column: Int?
        /// The description of the problem, with a suggestion, and without a period at the end.
        public let reason: String
        /// The effect of the problem.
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
            reason = error.reason
            effect = .fileLeftOut
        }
    }
}

extension WireMockImport.Problem: CustomStringConvertible {
    /// The problem as a single line: the file, the place in it, the description, and the effect.
    public var description: String {
        let place = line.map { ":\($0)" + (column.map { ":\($0)" } ?? "") } ?? ""
        let pointer = pointer.map { $0.isEmpty ? "" : " " + $0.onOneLine } ?? ""
        let effect =
            switch effect {
            case .nothingRead: "Nothing is registered."
            case .fileLeftOut: "The file is skipped."
            case .stubLeftOut: "The stub is skipped."
            case .partLeftOut: "The stub answers without it."
            }
        return "\(file.onOneLine)\(place)\(pointer): \(reason.onOneLine). \(effect)"
    }
}

extension WireMockImport.Problem: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
