import Foundation
import Teapot
import TeapotMock

/// The parts of a request that have parameters.
struct ParameterSources {
    /// The ways to read the query: if it has plus signs, they may be spaces.
    ///
    /// Names are decoded, and values are as sent.
    let queries: [[WrittenValue.Pair]]
    let cookies: [WrittenValue.Pair]
    let headers: Teapot.HeaderFields
    private let pathValues: [String: String]

    init(_ request: Request, pathValues: [String: String]) {
        let query = request.queryText
        let texts = [query] + (query.contains("+") ? [query.replacingOccurrences(of: "+", with: "%20")] : [])
        queries = texts.map { text in
            text.parts("&").filter { !$0.isEmpty }.map(WrittenValue.pair).map { (Request.decode($0.name), $0.value) }
        }
        cookies = request.headers.values(for: "Cookie").flatMap { $0.parts(";") }.map { WrittenValue.pair($0.trimmed) }
        (headers, self.pathValues) = (request.headers, pathValues)
    }

    /// Returns the ways to read a parameter's value.
    ///
    /// A style that its location doesn't have is read as the location's default.
    ///
    /// - Parameters:
    ///   - parameter: The parameter.
    ///   - isMember: A function that returns whether a query item or a cookie is a member of the parameter's value, if
    ///     each member is written on its own.
    /// - Returns: The ways, or `nil` for a text without the prefix of its style. There are none if the parameter isn't
    ///   in the request.
    func readings(of parameter: OpenAPIDocument.Parameter, isMember: (String) -> Bool) -> [WrittenValue]? {
        let (name, explodes) = (parameter.name, parameter.explodes)
        switch parameter.location {
        case .query: return queries.flatMap { Self.readings(of: parameter, in: $0, isMember) }
        case .cookie: return Self.readings(of: parameter, in: cookies, isMember)
        case .header:
            guard let text = headers[name] else { return [] }
            return WrittenValue.readings(of: text, separatedBy: ",", hasNames: explodes) { $0.trimmed }
        case .path:
            guard let text = pathValues[name] else { return [] }
            switch parameter.style {
            case "label":
                guard let rest = text.dropping(".") else { return nil }
                return WrittenValue.readings(of: rest, separatedBy: explodes ? "." : ",", hasNames: explodes)
            case "matrix" where explodes:
                guard let pairs = text.dropping(";")?.parts(";").map(WrittenValue.pair) else { return nil }
                var value = WrittenValue(pairs.filter { $0.name.isExactly(name) }.map(\.value))
                value.members = WrittenValue(members: pairs).members
                return [value]
            case "matrix":
                guard let rest = text == ";\(name)" ? "" : text.dropping(";\(name)=") else { return nil }
                return WrittenValue.readings(of: rest, separatedBy: ",", hasNames: false)
            default: return WrittenValue.readings(of: text, separatedBy: ",", hasNames: explodes)
            }
        }
    }

    private static func readings(
        of parameter: OpenAPIDocument.Parameter, in fields: [WrittenValue.Pair], _ isMember: (String) -> Bool
    ) -> [WrittenValue] {
        // OpenAPI 3.2's style “cookie” has no escapes.
        let decode: (String) -> String = parameter.style == "cookie" ? { $0 } : { Request.decode($0) }
        if parameter.style == "deepObject" {
            let pairs = fields.compactMap { field -> WrittenValue.Pair? in
                guard field.name.last == "]", let name = field.name.dropping(parameter.name + "[") else { return nil }
                return (String(name.dropLast()), decode(field.value))
            }
            return pairs.isEmpty ? [] : [WrittenValue(members: pairs)]
        }
        let own = fields.filter { $0.name.isExactly(parameter.name) }
        if !parameter.explodes, own.count == 1 {
            let separators: [String: Unicode.Scalar] = ["spaceDelimited": " ", "pipeDelimited": "|"]
            let separator = separators[parameter.style] ?? ","
            return WrittenValue.readings(of: own[0].value, separatedBy: separator, hasNames: false, decode: decode)
        }
        var value = WrittenValue(own.map { decode($0.value) })
        let members = fields.filter { isMember($0.name) }.map { ($0.name, decode($0.value)) }
        if !members.isEmpty { value.members = WrittenValue(members: members).members }
        return own.isEmpty && members.isEmpty ? [] : [value]
    }
}

extension String {
    /// The text without spaces around it.
    var trimmed: String { trimmingCharacters(in: .whitespaces) }

    /// Returns the text after a prefix, or `nil` if the text doesn't begin with it.
    fileprivate func dropping(_ prefix: String) -> String? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        return String(Substring(utf8.dropFirst(prefix.utf8.count)))
    }
}
