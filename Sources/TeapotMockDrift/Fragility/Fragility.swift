import Foundation
import TeapotMock

/// A report on what an app loses when a server changes one thing in a response.
///
/// Each value of a mock is changed in every way that a server might change it, and the result is decoded as in the app.
/// If more than the value itself is lost, the app is fragile.
public struct Fragility: Sendable {
    /// The part of a response that an app loses because of a change.
    public enum Loss: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// The changed value, which couldn't be used.
        case member
        /// The list element or the object that contains the value, with all its contents.
        case element
        /// The whole response, because decoding it throws.
        case everything

        /// Returns whether a loss is smaller than another.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A change that loses something.
    public struct Finding: Sendable, Hashable {
        /// The mock's file, or an empty string for a value that isn't from a file.
        public let file: String
        /// The place of the value as a JSON pointer (RFC 6901), with `*` instead of the indices of lists.
        public let pointer: String
        /// The change of the value.
        public let change: Change
        /// The greatest loss among the values at that place.
        public internal(set) var loss: Loss
        /// The reason why the changed response can't be decoded, or an empty string if it can.
        public internal(set) var reason: String
        /// The number of values at that place for which the change loses something.
        public internal(set) var count: Int
        var advice: Advice?

        /// The remedy in Swift, if known.
        public var remedy: String? { advice.map { $0.text(for: [$0.name]) } }
    }

    /// A remedy for findings in Swift.
    struct Advice: Sendable, Hashable {
        /// The sentence, with a percent sign as a placeholder for the name.
        private let template: String
        /// The name of the member.
        let name: String

        init(_ template: String, _ name: String = "") { (self.template, self.name) = (template, name) }

        /// Returns whether both say the same, possibly about different members.
        func isLike(_ other: Self) -> Bool { template == other.template }

        /// Returns the sentence for members, with the first as its subject.
        func text(for names: [String]) -> String {
            guard let first = names.first, let place = template.range(of: "%") else { return template }
            let others = names.dropFirst().map { "“\($0)”" }.joined(separator: ", ")
            return template.replacingCharacters(in: place, with: "“\(first)”")
                + (others.isEmpty ? "" : "; likewise \(others)")
        }
    }

    /// The changes that lose something, worst first.
    public internal(set) var findings: [Finding] = []
    /// The members that the app doesn't read, as JSON pointers with `*` instead of indices.
    public internal(set) var unread: [String] = []
    /// The number of tried changes.
    public internal(set) var changeCount = 0
    /// The parts that weren't examined, with the reasons, although nothing is wrong with them.
    ///
    /// This includes the places where all mocks have `null`, an empty list or an empty object.
    public var notes: [String] { remarks + [hidden].compactMap(\.self) }
    /// The parts that couldn't be examined, with the reasons; for example, a mock that can't be decoded even unchanged.
    public internal(set) var problems: [String] = []
    /// The lines of a baseline whose findings no longer apply.
    public internal(set) var cured: [String] = []

    /// The notes, except the one about hidden values.
    var remarks: [String] = []
    /// The places where a mock has null or nothing.
    var blank: [String] = []
    /// The places where a mock has a value.
    var shown: Set<String> = []
    /// The places that the app reads in some mock.
    var read: Set<String> = []
    /// The files of the examined mocks.
    var files: [String] = []
    /// The greatest loss that doesn't make the report fail.
    var tolerated = Loss.member
    /// The number of findings that are in a baseline.
    var knownCount = 0
    /// The path of a missing baseline file.
    var missingBaseline: String?

    /// Whether no change loses more than the changed value, and all mocks could be examined.
    ///
    /// ``tolerating(_:)`` permits greater losses.
    public var isEmpty: Bool { worst.isEmpty && problems.isEmpty && changeCount > 0 }

    /// The findings that make the report fail.
    var worst: [Finding] { findings.filter { $0.loss > tolerated } }

    /// Returns the report with losses up to a limit tolerated: they're listed, but don't make it fail.
    ///
    /// If a list may leave out elements that can't be decoded, count only the loss of everything:
    ///
    /// ```swift
    /// let report = folder.fragility(of: Lossy<Product>.self, for: "/products").tolerating(.element)
    /// #expect(report.isEmpty, "\(report)")
    /// ```
    ///
    /// - Parameter loss: The greatest loss to tolerate. By default, it's ``Loss/member``.
    /// - Returns: The report.
    public func tolerating(_ loss: Loss) -> Fragility {
        var report = self
        report.tolerated = loss
        return report
    }

    /// Sorts the findings, worst first.
    mutating func sort() {
        findings.sort { left, right in
            if left.loss != right.loss { return left.loss > right.loss }
            if left.file != right.file { return left.file < right.file }
            let (one, other) = (JSONPointer.tokens(of: left.pointer), JSONPointer.tokens(of: right.pointer))
            if one != other { return one.lexicographicallyPrecedes(other) }
            return left.change.order < right.change.order
        }
    }
}

extension Fragility.Change {
    /// The position in the list of all changes.
    var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
