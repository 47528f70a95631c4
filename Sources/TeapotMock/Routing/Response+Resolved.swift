import Foundation
import Teapot

extension Response {
    /// Creates the response that a carrier sends for a resolved response.
    package init(_ resolved: consuming Router.ResolvedResponse) {
        switch consume resolved {
        case .response(let response): self = response
        case .failure(let error): self = .explaining(error)
        case .unanswered(let diagnosis) where diagnosis.request.prefersText:
            let text = TeapotError.unanswered(diagnosis).description + "\n"
            let type: Teapot.HeaderFields = ["Content-Type": "text/plain; charset=utf-8"]
            self = Response(status: 404, headerFields: type, body: Data(text.utf8))
        case .unanswered(let diagnosis):
            var members = diagnosis.json.dictionary ?? [:]
            members["error"] = TeapotError.unanswered(diagnosis).description
            self = .json(.dictionary(members), status: 404)
        case .changed(let failure, let changes):
            self = Response(failure)
            for change in changes { change.apply(&self) }
        }
    }

    private static func explaining(_ error: TeapotError) -> Response {
        let status: Teapot.StatusCode =
            switch error.type {
            case .unansweredRequest: 404
            case .incorrectHeaders: 400
            default: 500
            }
        return .json(["error": error.description], status: status)
    }
}
