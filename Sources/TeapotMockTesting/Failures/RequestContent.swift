import Foundation
import Teapot
import TeapotMock

/// The content of a request, which shows whether two requests ask for the same thing.
struct RequestContent: Hashable, Sendable {
    /// A body.
    private enum Body: Hashable {
        case bytes(Data)
        /// The values of a JSON document, keyed by their pointers, regardless of the order of members.
        case values([JSONPointer: String])
        /// The fields of a form, regardless of the order of names.
        case fields([URLQueryItem])
    }

    /// The length above which a body isn't parsed as JSON, in bytes.
    private static let longest = 100_000

    private let method: String
    private let origin: String?
    private let path: String
    private let query: [URLQueryItem]
    private let body: Body

    /// - Parameters:
    ///   - request: The request.
    ///   - parts: The parts to omit, because they differ from run to run.
    init(_ request: Request, without parts: VolatileParts?) {
        method = request.method
        origin = request.origin
        path = request.path
        query = TranscriptText.sorted(request.query.filter { parts?.queryItems.contains($0.name) != true })
        if let values = Self.values(in: request.body) {
            body = .values(values.filter { parts?.values.contains($0.key) != true })
        } else {
            let isForm = request.headers.mediaType == "application/x-www-form-urlencoded"
            let whole = isForm ? Body.fields(TranscriptText.sorted(request.form)) : .bytes(request.body)
            body = parts?.isBodyVolatile == true ? .bytes(Data()) : whole
        }
    }

    /// Returns whether two requests have the same body, apart from the order of members and form fields.
    static func hasSameBody(_ first: Request, _ second: Request) -> Bool {
        Self(first, without: nil).body == Self(second, without: nil).body
    }

    /// Returns whether the JSON differs from another request's only by a whole number that is greater by one, such as a
    /// counter of attempts.
    func isNextAttempt(after other: Self) -> Bool {
        guard case .values(let own) = body, case .values(let others) = other.body, own.count == others.count,
            own.count > 1, (method, origin, path, query) == (other.method, other.origin, other.path, other.query)
        else { return false }
        let changed = own.filter { others[$0.key] != $0.value }
        guard changed.count == 1, let (place, text) = changed.first, let count = Int(text),
            let before = others[place].flatMap({ Int($0) })
        else { return false }
        return count == before &+ 1
    }

    /// Returns the values of a JSON document, keyed by their pointers, or `nil` for any other body.
    static func values(in body: Data) -> [JSONPointer: String]? {
        guard !body.isEmpty, body.count <= longest, let value = try? JSON.value(parsing: body) else { return nil }
        var values: [JSONPointer: String] = [:]
        collect(value, at: JSONPointer(), into: &values)
        return values
    }

    private static func collect(
        _ value: any Sendable, at place: JSONPointer, into values: inout [JSONPointer: String]
    ) {
        switch value {
        case let elements as [any Sendable]:
            if elements.isEmpty { values[place] = "[]" }
            for (index, element) in elements.enumerated() { collect(element, at: place.element(index), into: &values) }
        case let members as [String: any Sendable]:
            if members.isEmpty { values[place] = "{}" }
            for (name, member) in members { collect(member, at: place.member(name), into: &values) }
        default: values[place] = "\(value)"
        }
    }
}

/// The parts of requests with the same name that differ from run to run, even though nothing fails.
struct VolatileParts: Sendable {
    private(set) var queryItems: Set<String> = []
    /// The places of values in JSON bodies.
    private(set) var values: Set<JSONPointer> = []
    /// Whether bodies that aren't JSON differ.
    private(set) var isBodyVolatile = false

    /// Adds the parts in which two requests differ.
    mutating func add(_ first: Request, _ second: Request) {
        let items = Set(first.query).symmetricDifference(second.query)
        queryItems.formUnion(items.map(\.name))
        guard first.body != second.body else { return }
        guard let left = RequestContent.values(in: first.body), let right = RequestContent.values(in: second.body)
        else {
            isBodyVolatile = isBodyVolatile || !RequestContent.hasSameBody(first, second)
            return
        }
        for place in Set(left.keys).union(right.keys) where left[place] != right[place] { values.insert(place) }
    }
}
