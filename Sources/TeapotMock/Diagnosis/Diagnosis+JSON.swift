import Foundation
package import Teapot

extension Diagnosis {
    /// The diagnosis as a JSON document for other programs.
    ///
    /// Credentials are shortened.
    ///
    /// Its members are `request` (`method`, `origin`, `path`, `query`, `headers`, the start of `body`, `bodyLength`,
    /// and `isBodyDropped` if the body was dropped), `reason`, `suggestion`, `nearest` (a list of `route`, `number`,
    /// `at`, `conditions` and `note`; a condition has `isMet`, `expectation` and `explanation`), and `stub`. If there
    /// is a `remedy`, it replaces `stub`, and the routes have no `at`. Members without a value are omitted.
    package var json: JSON {
        var members: [String: any Sendable] = ["request": requestMembers]
        members["stub"] = remedy == nil && !stub.isEmpty ? stub : nil
        members["remedy"] = remedy?.advice
        members["reason"] = reason
        members["suggestion"] = suggestion
        members["nearest"] = nearest.map { $0.members(withPlace: remedy == nil) } as [any Sendable]
        return .dictionary(members)
    }

    private var requestMembers: [String: any Sendable] {
        var members: [String: any Sendable] = ["method": request.method, "path": request.path]
        members["origin"] = request.origin
        members["query"] = request.query.map { item in
            var pair: [String: any Sendable] = ["name": item.name]
            pair["value"] = item.value
            return pair as any Sendable
        }
        members["headers"] = request.headers.map { field in
            ["name": field.name, "value": field.redactedValue(options)] as [String: any Sendable] as any Sendable
        }
        members["body"] = request.shownBody
        members["bodyLength"] = request.droppedBodyLength ?? request.body.count
        if request.droppedBodyLength != nil { members["isBodyDropped"] = true }
        return members
    }
}

extension Diagnosis.NearMiss {
    fileprivate func members(withPlace: Bool) -> [String: any Sendable] {
        var members: [String: any Sendable] = ["route": route.description, "number": route.number]
        members["at"] = withPlace ? route.place.description : nil
        members["note"] = note
        members["conditions"] = conditions.map { condition in
            var parts: [String: any Sendable] = ["isMet": condition.isMet, "expectation": condition.expectation]
            parts["explanation"] = condition.explanation
            return parts as any Sendable
        }
        return members
    }
}
