import Foundation
import Teapot

extension Response {
    /// Creates the response to a request that no route matches: text for a person, or problem details (RFC 9457).
    static func explaining(_ diagnosis: Diagnosis) -> Response {
        let error = TeapotError.make(.unansweredRequest, diagnosis.description)
        if diagnosis.request.prefersText { return .text("\(diagnosis)\n", status: 404).failing(.explained(error)) }
        var members = diagnosis.json.dictionary ?? [:]
        members["title"] = "Not Found"
        members["status"] = 404
        members["detail"] = TeapotError.make(.unansweredRequest, diagnosis.headline).description
        let headers: Teapot.HeaderFields = ["Content-Type": "application/problem+json"]
        return .json(.dictionary(members), status: 404, headers: headers).failing(.explained(error))
    }

    /// Returns the response with changes applied in order.
    consuming func changed(by changes: [ResponseChange]) -> Response {
        for change in changes where change.includesExplanations || !isExplanation { change.apply(&self) }
        return self
    }
}
