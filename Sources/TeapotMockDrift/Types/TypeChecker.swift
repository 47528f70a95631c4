import Foundation
import Teapot
import TeapotMockDocuments

/// Decodes mocks as the types that an app decodes responses as.
struct TypeChecker {
    /// The type.
    let target: any Decodable.Type
    let decoder: JSONDecoder
    private(set) var findings = DriftResults()

    init(_ type: any Decodable.Type, _ decoder: JSONDecoder) {
        target = type
        self.decoder = decoder
    }

    /// Decodes one mock.
    mutating func check(_ subject: DriftSubject) {
        guard subject.isJSON else {
            return findings.skip(subject.file, "it is \(subject.mediaType), which is not decoded")
        }
        if subject.body.isEmpty, subject.status == 204 || subject.status == 304 {
            return findings.skip(subject.file, "a \(subject.status) response has no body")
        }
        findings.checked.insert(subject.file)
        let tree: JSONTree
        do throws(JSON.ParsingError) { tree = try JSONTree(parsingDeep: subject.body) } catch {
            findings.drifts.append(subject.drift(error, source: "\(target)"))
            return
        }
        let failures = failures(of: subject.body).map { DecodingFailure($0, in: tree) }
        let drifts = failures.map { failure in
            let expected = failure.expected ?? "a value for \(target)"
            return subject.drift(at: failure.pointer, expected: expected, found: failure.found, source: "\(target)")
        }
        findings.drifts += subject.located(drifts)
    }

    /// Returns the reasons why a body can't be decoded; for a list, the first reason for each element.
    private func failures(of body: Data) -> [any Error] {
        do {
            if let list = target as? any ElementwiseDecodable.Type { return try list.failures(of: body, with: decoder) }
            try decode(body, as: target)
            return []
        } catch { return [error] }
    }

    private func decode<Value: Decodable>(_ body: Data, as type: Value.Type) throws {
        _ = try decoder.decode(type, from: body)
    }
}

/// A list whose elements are decoded one by one, so that each can fail.
private protocol ElementwiseDecodable: Decodable {
    static func failures(of body: Data, with decoder: JSONDecoder) throws -> [any Error]
}

extension Array: ElementwiseDecodable where Element: Decodable {
    fileprivate static func failures(of body: Data, with decoder: JSONDecoder) throws -> [any Error] {
        try decoder.decode(ElementFailures<Element>.self, from: body).errors
    }
}

/// The errors of the elements of a list.
private struct ElementFailures<Element: Decodable>: Decodable {
    private(set) var errors: [any Error] = []

    /// A type that decodes from anything, to skip an element that failed.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    init(from decoder: any Decoder) throws {
        var elements = try decoder.unkeyedContainer()
        while !elements.isAtEnd {
            let index = elements.currentIndex
            do { _ = try elements.decode(Element.self) } catch {
                errors.append(ElementFailure(index: index, error: error))
                guard elements.currentIndex == index else { continue }
                _ = try elements.decode(Anything.self)
            }
        }
    }
}

/// The error of one element; some Foundation errors don't include the place.
struct ElementFailure: Error {
    let index: Int
    let error: any Error
}
