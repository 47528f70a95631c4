import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments

extension RequestChecker {
    /// Returns the faults of a parameter.
    ///
    /// - Parameters:
    ///   - parameter: The parameter.
    ///   - sources: The parts of the request.
    ///   - all: The parameters of the operation.
    /// - Returns: The faults.
    mutating func parameterFaults(
        of parameter: OpenAPIDocument.Parameter, in sources: ParameterSources, among all: [OpenAPIDocument.Parameter]
    ) -> [RequestFault] {
        let place = parameter.place
        let pointer = "#/\(parameter.location.rawValue)/\(JSONPointer.escaped(parameter.name))"
        func fault(_ reason: String, _ source: Schema?) -> [RequestFault] {
            [RequestFault(400, at: pointer, reason, source: source ?? place)]
        }
        let isMember = isMember(of: parameter, among: all)
        guard let readings = sources.readings(of: parameter, isMember: isMember) else {
            return fault("isn't written in the style “\(parameter.style)”", place["style"])
        }
        guard let first = readings.first else {
            guard parameter.isRequired else { return [] }
            return fault("is required" + guess(for: parameter, in: sources, among: all), place["required"])
        }
        if first.text == "", place.tree["allowEmptyValue"]?.truth == true { return [] }
        guard let schema = parameter.schema else { return [] }
        guard let type = parameter.mediaType else {
            let value = value(of: readings, for: [schema])
            return faults(of: value, from: schema, 400, at: pointer, isText: true)
        }
        guard MediaType.isJSON(MediaRange.essence(of: type)) else {
            checker.note(place.pointer, "a parameter of type “\(type.shortened(to: 40))” can't be checked")
            return []
        }
        let texts = readings.compactMap(\.text).map { Data($0.utf8) }
        guard let text = texts.first(where: { (try? JSONTree(parsingRequest: $0)) != nil }) ?? texts.first
        else { return fault("expected one value, found \(first.elements.count)", nil) }
        return faults(ofJSON: text, from: schema, 400, at: pointer)
    }

    /// Returns a function that returns whether a query item or a cookie is a member of a parameter's value.
    ///
    /// Each member of an object is written on its own in the style “form” or “cookie” with `explode`. If the object may
    /// have any members, they're the items that no parameter declares.
    private func isMember(
        of parameter: OpenAPIDocument.Parameter, among all: [OpenAPIDocument.Parameter]
    ) -> (String) -> Bool {
        let ways = checker.document.alternatives(of: [parameter.schema].compactMap(\.self))
        let schemas = ways.filter { checker.document.kinds(of: $0)?.contains(.object) == true }.flatMap(\.self)
        guard parameter.explodes, parameter.mediaType == nil, !schemas.isEmpty else { return { _ in false } }
        let names = Set(schemas.flatMap { ($0.tree["properties"]?.members ?? [:]).keys })
        let isOpen = names.isEmpty || schemas.contains { $0.tree["additionalProperties"]?.members != nil }
        let others = Set(all.filter { $0.location == parameter.location }.map(\.name))
        return { name in
            // Hashing many combining marks takes long.
            guard name.utf8.count <= 500 else { return false }
            let isKnown = others.contains(name) || others.contains(String(name.prefix { $0 != "[" }))
            return names.contains(name) || (isOpen && !isKnown)
        }
    }

    /// Returns a guess at the query item that was meant to be a parameter.
    private func guess(
        for parameter: OpenAPIDocument.Parameter, in sources: ParameterSources, among all: [OpenAPIDocument.Parameter]
    ) -> String {
        let (name, known) = (parameter.name, all.filter { $0.location == .query })
        let others = sources.queries[0].lazy.map(\.name).filter { sent in !known.contains { $0.name.isExactly(sent) } }
        guard parameter.location == .query, let closest = name.closest(among: Array(others.prefix(100)))
        else { return "" }
        return ", but “\(closest.shortened(to: 40))” was sent; did you mean “\(name)”?"
    }
}
