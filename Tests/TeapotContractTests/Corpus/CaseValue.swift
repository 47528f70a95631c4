import Foundation
import Teapot
import TeapotMock

/// An error in a case file, with its line.
struct CaseError: Error, Equatable, CustomStringConvertible {
    var file: String
    var line: Int
    var reason: String

    var description: String { "\(file):\(line): \(reason)" }
}

/// A value of a case file with its place.
///
/// Any unexpected value is an error; nothing is ignored.
struct CaseValue: Sendable {
    let value: any Sendable
    private let path: String
    private let file: String
    private let lines: CaseLines

    /// Creates a value by parsing a file.
    ///
    /// - Parameters:
    ///   - text: The bytes.
    ///   - file: The file's name for errors.
    /// - Throws: ``CaseError`` if the text is not valid JSON, or an object has a repeated name.
    init(_ text: Data, file: String) throws(CaseError) {
        do throws(JSON.ParsingError) {
            value = try JSON.value(parsing: text)
        } catch {
            let reason = "column \(error.column): expected \(error.expected) but found \(error.found)"
            throw CaseError(file: file, line: error.line, reason: reason)
        }
        (path, self.file, lines) = ("", file, CaseLines(text))
        if let twice = lines.duplicate {
            throw CaseError(file: file, line: lines.byPath[twice] ?? 0, reason: "\(twice) stands there twice")
        }
    }

    private init(_ value: any Sendable, at path: String, in parent: CaseValue) {
        (self.value, self.path, file, lines) = (value, path, parent.file, parent.lines)
    }

    func error(_ reason: String) -> CaseError {
        let line = lines.byPath[path] ?? 0
        return CaseError(file: file, line: line, reason: path.isEmpty ? reason : "\(path) \(reason)")
    }

    /// Returns the members of an object that has no other names than these.
    func members(_ names: String...) throws(CaseError) -> [String: CaseValue] {
        let members = try members()
        for (name, member) in members.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
            let guess = name.closest(among: names).map { "did you mean “\($0)”?" }
            throw member.error("is no key of a case; \(guess ?? "there are " + names.joined(separator: ", "))")
        }
        return members
    }

    /// Returns the members of an object with any names.
    func members() throws(CaseError) -> [String: CaseValue] {
        guard let members = value as? [String: any Sendable] else { throw error("is no object") }
        var found: [String: CaseValue] = [:]
        for (name, value) in members {
            found[name] = CaseValue(value, at: path.isEmpty ? name : path + "." + name, in: self)
        }
        return found
    }

    /// Returns the elements of a list that is not empty.
    func elements() throws(CaseError) -> [CaseValue] {
        guard let elements = value as? [any Sendable], !elements.isEmpty else {
            throw error("is no list with something in it")
        }
        return elements.enumerated().map { CaseValue($0.element, at: "\(path)[\($0.offset)]", in: self) }
    }

    func text() throws(CaseError) -> String {
        guard let text = value as? String else { throw error("is no text") }
        return text
    }

    func integer(from least: Int) throws(CaseError) -> Int {
        guard let number = value as? Int, number >= least else { throw error("is no whole number from \(least)") }
        return number
    }

    func seconds() throws(CaseError) -> Double {
        guard let number = value as? Double, number > 0 else { throw error("is no positive number of seconds") }
        return number
    }

    /// Returns `true`; any other value is an error, because the member should be left out instead.
    func isTrue() throws(CaseError) -> Bool {
        guard value as? Bool == true else { throw error("is not true; leave it out instead") }
        return true
    }

    /// Returns texts by name, such as headers.
    func texts() throws(CaseError) -> [String: String] {
        var texts: [String: String] = [:]
        for (name, value) in try members() { texts[name] = try value.text() }
        return texts
    }

    /// Returns a document whose top level is an object or a list.
    func document() throws(CaseError) -> JSON {
        guard let document = JSON(value) else { throw error("is neither an object nor a list") }
        return document
    }
}
