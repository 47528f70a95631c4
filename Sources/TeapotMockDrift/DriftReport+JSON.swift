public import Teapot

extension DriftReport {
    /// The report as a document for other programs.
    ///
    /// Its members are `isEmpty`, `checked`, `drifts` (a list of `kind`, `file`, `pointer`, `header`, `line`,
    /// `expected`, `found`, `source`, `others`), `unchecked` (a list of `subjects` and `reason`) and, if the mocks were
    /// compared with an OpenAPI document, `operationsWithoutMock` and `mocksWithoutOperation`. A drift's members
    /// without a value are omitted.
    public var json: JSON {
        var members: [String: any Sendable] = [
            "isEmpty": isEmpty,
            "checked": checked,
            "drifts": drifts.map(\.members) as [any Sendable],
            "unchecked": unchecked.map { unchecked in
                ["subjects": unchecked.subjects, "reason": unchecked.reason] as [String: any Sendable]
            } as [any Sendable],
        ]
        members["operationsWithoutMock"] = operationsWithoutMock
        members["mocksWithoutOperation"] = mocksWithoutOperation
        return .dictionary(members)
    }
}

extension Drift {
    fileprivate var members: [String: any Sendable] {
        var members: [String: any Sendable] = [
            "kind": kind.rawValue, "file": file, "expected": expected, "found": found, "source": source,
        ]
        if kind == .body { members["pointer"] = pointer }
        members["header"] = header
        members["line"] = line
        if others > 0 { members["others"] = others }
        return members
    }
}
