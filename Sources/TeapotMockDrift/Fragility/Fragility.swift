import Foundation
import TeapotMock

/// A report of what an app loses when a server changes one thing in a response.
///
/// Each value of a mock is changed in all ways that a server might change it, and the result is decoded as the app does
/// it. What is lost more than the value itself is fragile.
public struct Fragility: Sendable {
    /// The part of a response that an app loses because of a change.
    public enum Loss: Int, Sendable, Hashable, CaseIterable, Comparable {
        /// The value that was changed, which could not be used.
        case member
        /// The element of a list or the object that contains the value, and with it what else that contains.
        case element
        /// The whole response: decoding it throws.
        case everything

        /// Returns whether a loss is smaller than another.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// A change that loses something.
    public struct Finding: Sendable, Hashable {
        /// The file of the mock, or an empty text for a value that is not from a file.
        public let file: String
        /// The place of the value as a JSON pointer (RFC 6901), with `*` in place of the indices of lists.
        public let pointer: String
        /// The change of the value.
        public let change: Change
        /// The greatest loss of all values at that place.
        public internal(set) var loss: Loss
        /// The reason why the changed response can't be decoded, or an empty text if it can.
        public internal(set) var reason: String
        /// The number of values at that place for which the change loses something.
        public internal(set) var count: Int
        var advice: Advice?

        /// What would cure it in Swift, if that is known.
        public var remedy: String? { advice.map { $0.text(for: [$0.name]) } }
    }

    /// What would cure findings in Swift.
    struct Advice: Sendable, Hashable {
        /// The sentence, with a percent sign in place of the name.
        private let template: String
        /// The name of the member.
        let name: String

        init(_ template: String, _ name: String = "") { (self.template, self.name) = (template, name) }

        /// Returns whether both say the same, perhaps about different members.
        func isLike(_ other: Self) -> Bool { template == other.template }

        /// Returns the sentence for members, of which the first is its subject.
        func text(for names: [String]) -> String {
            guard let first = names.first, let place = template.range(of: "%") else { return template }
            let others = names.dropFirst().map { "“\($0)”" }.joined(separator: ", ")
            return template.replacingCharacters(in: place, with: "“\(first)”")
                + (others.isEmpty ? "" : "; likewise \(others)")
        }
    }

    /// The changes that lose something, the worst first.
    public internal(set) var findings: [Finding] = []
    /// The members that the app does not read, as JSON pointers with `*` in place of indices.
    public internal(set) var unread: [String] = []
    /// The number of changes that were tried.
    public internal(set) var changeCount = 0
    /// What was not examined although there is nothing wrong with it, with the reasons.
    ///
    /// This includes the places at which all mocks have `null`, an empty list or an empty object.
    public var notes: [String] { remarks + [hidden].compactMap(\.self) }
    /// What could not be examined, with the reasons; for example a mock that can't be decoded even unchanged.
    public internal(set) var problems: [String] = []
    /// The findings of a baseline that are none any more, as lines of it.
    public internal(set) var cured: [String] = []

    /// The notes other than that about hidden values.
    var remarks: [String] = []
    /// The places at which a mock has null or nothing.
    var blank: [String] = []
    /// The places at which a mock has a value.
    var shown: Set<String> = []
    /// The places that the app reads in some mock.
    var read: Set<String> = []
    /// The files of the mocks that were examined.
    var files: [String] = []
    /// The greatest loss that does not make the report fail.
    var tolerated = Loss.member
    /// The number of findings that a baseline has left out.
    var knownCount = 0
    /// The path of a baseline's file that does not exist.
    var missingBaseline: String?

    /// Whether no change loses more than the value that was changed, and all mocks could be examined.
    ///
    /// With ``tolerating(_:)``, greater losses are permitted, too.
    public var isEmpty: Bool { worst.isEmpty && problems.isEmpty && changeCount > 0 }

    /// The findings that make the report fail.
    var worst: [Finding] { findings.filter { $0.loss > tolerated } }

    /// Returns the report in which losses up to one are listed, but don't make it fail.
    ///
    /// Where it is right that a list leaves out an element that can't be decoded, only the loss of everything counts:
    ///
    /// ```swift
    /// let report = folder.fragility(of: Lossy<Product>.self, for: "/products").tolerating(.element)
    /// #expect(report.isEmpty, "\(report)")
    /// ```
    ///
    /// - Parameter loss: The greatest loss that is tolerated. Without this function, it is ``Loss/member``.
    /// - Returns: The report.
    public func tolerating(_ loss: Loss) -> Fragility {
        var report = self
        report.tolerated = loss
        return report
    }

    /// Sorts the findings, the worst first.
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
