import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension RequestChecker {
    /// Returns a fault if a request has the credentials of none of the alternatives; any credential is valid.
    mutating func securityFaults(of sources: ParameterSources, for details: OpenAPIDocument.Details) -> [RequestFault] {
        var unmet: [[(place: Schema, problem: String)]] = []
        for alternative in details.security {
            let problems = alternative.compactMap { scheme in
                problem(with: scheme, in: sources).map { (scheme.place, $0) }
            }
            if problems.isEmpty { return [] }
            unmet.append(problems)
        }
        guard let first = unmet.first?.first else { return [] }
        let reason = unmet.map { $0.map(\.problem).joined(separator: " and ") }.joined(separator: ", or ")
        return [RequestFault(401, at: "#/security", reason, source: first.place)]
    }

    /// Returns the problem with a credential, or `nil` if the request has it.
    private mutating func problem(with scheme: OpenAPIDocument.Scheme, in sources: ParameterSources) -> String? {
        let place = scheme.place.tree
        let name = place["name"]?.text ?? ""
        switch (place["type"]?.text ?? "", place["in"]?.text ?? "") {
        case ("apiKey", "header"):
            return sources.headers[name]?.isEmpty == false ? nil : "the header “\(name)” is missing"
        case ("apiKey", "query"): return sources.queries[0].has(name) ? nil : "the query item “\(name)” is missing"
        case ("apiKey", "cookie"): return sources.cookies.has(name) ? nil : "the cookie “\(name)” is missing"
        case ("mutualTLS", _): return nil
        default:
            if let word = scheme.authorization { return Self.problem(withAuthorization: word, in: sources) }
            checker.note(scheme.place.pointer, "this kind of security scheme isn't supported")
            return nil
        }
    }

    private static func problem(withAuthorization word: String, in sources: ParameterSources) -> String? {
        let value = (sources.headers["Authorization"] ?? "").trimmed
        let credential = value.dropFirst(word.count).drop { $0 == " " }
        guard value.lowercased().hasPrefix(word.lowercased() + " "), !credential.isEmpty else {
            return "the header “Authorization: \(word) …” is missing"
        }
        // RFC 7617 §2.
        let isPair = Data(base64Encoded: String(credential))?.contains(UInt8(ascii: ":")) == true
        if isPair || word != "Basic" { return nil }
        return "the header “Authorization: Basic …” isn't Base64 of a name, a colon and a password"
    }

    /// Returns the value of `WWW-Authenticate` for a response with status 401 (RFC 9110 §11.6.1).
    ///
    /// - Parameter details: The parts of the operation.
    /// - Returns: A challenge for each scheme, such as `Bearer`, or `nil` if there's none.
    package static func challenge(of details: OpenAPIDocument.Details) -> String? {
        let all = details.security.joined().compactMap(\.challenge)
        return all.isEmpty ? nil : all.reduce(into: []) { $0 += $0.contains($1) ? [] : [$1] }.joined(separator: ", ")
    }
}

extension OpenAPIDocument.Scheme {
    /// The word before the credential in `Authorization`, or `nil` if the credential is sent in another way.
    fileprivate var authorization: String? {
        switch place.tree["type"]?.text {
        case "oauth2", "openIdConnect": return "Bearer"
        case "http":
            guard let word = place.tree["scheme"]?.text, word.isToken else { return nil }
            return ["basic": "Basic", "bearer": "Bearer"][word.lowercased()] ?? word
        default: return nil
        }
    }

    /// The challenge that asks for the credential.
    fileprivate var challenge: String? {
        // JSON escapes whatever a quoted string of a header can't have.
        if let authorization {
            return authorization == "Basic" ? "Basic realm=\(JSONTree.string(name).json)" : authorization
        }
        guard let key = place.tree["name"], let location = place.tree["in"] else { return nil }
        return "ApiKey name=\(key.json), in=\(location.json)"
    }
}

extension [WrittenValue.Pair] {
    /// Returns whether there's a value with a name.
    fileprivate func has(_ name: String) -> Bool { contains { $0.name.isExactly(name) && !$0.value.isEmpty } }
}
