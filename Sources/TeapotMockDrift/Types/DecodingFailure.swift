import Foundation
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders

/// Describes why a body can't be decoded, in terms of its JSON.
struct DecodingFailure {
    let pointer: JSONPointer
    /// The type of value that is expected, or `nil` if it isn't known.
    let expected: String?
    let found: String

    /// Creates a failure from an error.
    ///
    /// - Parameters:
    ///   - error: The error that decoding threw.
    ///   - body: The body that was decoded.
    init(_ error: any Error, in body: JSONTree) {
        let element = error as? ElementFailure
        let start = element.map { JSONPointer().element($0.index) } ?? JSONPointer()
        guard let error = (element?.error ?? error) as? DecodingError else {
            pointer = start
            expected = nil
            let value = body[start.tokens] ?? body
            found = "\(value.found) (\(String(describing: element?.error ?? error).shortened(to: 120)))"
            return
        }
        pointer = Self.pointer(error.path, in: body, from: start)
        switch error {
        case .keyNotFound(let key, _):
            expected = "a member “\(key.stringValue)”"
            let names = body[pointer.tokens]?.members?.keys.sorted() ?? []
            found = key.stringValue.closest(among: names).map { "none, but “\($0)”" } ?? "none"
        case .valueNotFound(let type, _):
            expected = Self.name(of: type)
            // There's no next element, or it's null.
            found = body[pointer.tokens] == .null ? "null" : "nothing"
        case .typeMismatch(let type, let context):
            expected = Self.name(of: type)
            found = body[pointer.tokens]?.found ?? context.debugDescription
        case .dataCorrupted(let context):
            expected = nil
            found = (body[pointer.tokens]?.found ?? "another") + Self.reason(context)
        @unknown default:
            expected = nil
            found = "\(error)"
        }
    }

    /// Returns why Foundation rejects a value.
    ///
    /// A number that doesn't fit its type is “not valid JSON”; the underlying error, if there's one, is more precise.
    private static func reason(_ context: DecodingError.Context) -> String {
        let underlying = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
        let reason = underlying ?? (isOfNumber(context) ? "a number may not fit its type" : context.debugDescription)
        return reason.isEmpty ? "" : " (\(reason.shortened(to: 120)))"
    }

    /// Returns whether Foundation rejects valid JSON without a reason, as it does if a number doesn't fit its type.
    static func isOfNumber(_ error: any Error) -> Bool {
        guard case DecodingError.dataCorrupted(let context) = error else { return false }
        return isOfNumber(context)
    }

    private static func isOfNumber(_ context: DecodingError.Context) -> Bool {
        context.codingPath.isEmpty && context.debugDescription == "The given data was not valid JSON."
    }

    /// Returns the place that coding keys lead to, or the last part of it that exists.
    ///
    /// A decoder that converts names from snake case reports the converted names.
    private static func pointer(_ keys: [any CodingKey], in body: JSONTree, from start: JSONPointer) -> JSONPointer {
        var (pointer, value) = (JSONPointer(), Optional(body))
        for key in keys {
            if let index = key.intValue, value?.elements != nil {
                pointer = pointer.element(index)
                value = value?[[String(index)]]
            } else {
                let name = value?.members.map { Self.name(key.stringValue, in: $0) } ?? key.stringValue
                pointer = pointer.member(name)
                value = value?[name]
            }
        }
        return keys.isEmpty ? start : pointer
    }

    private static func name(_ key: String, in members: [String: JSONTree]) -> String {
        if members[key] != nil { return key }
        func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }
        return members.keys.sorted().first { plain($0) == plain(key) } ?? key
    }

    /// Returns the JSON equivalent of a type.
    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "a boolean"
        case is any BinaryInteger.Type: "an integer (\(type))"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
        case is [String: Any].Type: "an object"
        case is [Any].Type: "a list"
        default: "a value for \(type)"
        }
    }
}
