import Teapot

extension Router {
    /// Returns the reasons no route answered a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The diagnosis, which evaluates the rules again.
    func diagnose(_ request: Request) -> Diagnosis {
        guard let (part, explanation) = stages.lazy.compactMap({ $0.unansweredPart(of: request) }).first else {
            return diagnosed(request)
        }
        var diagnosis = diagnosed(part)
        diagnosis.request = request
        diagnosis.suggestion = [explanation, diagnosis.suggestion].compactMap(\.self).joined(separator: " ")
        return diagnosis
    }

    private func diagnosed(_ request: Request) -> Diagnosis {
        // Use the current state of the table: if a route has been used up in the meantime, that's the reason it doesn't
        // answer.
        let (table, states, remedy) = withState { ($0.table, $0.progress.states, $0.settings.remedy) }
        var diagnosis = Diagnosis(of: request, base: base, table: table, states: states, options: options)
        diagnosis.remedy = remedy
        if Router.ofTest === self, diagnosis.stub.hasPrefix("router.") {
            diagnosis.stub = "Router.current" + diagnosis.stub.dropFirst("router".count)
        }
        if diagnosis.reason == nil, let explanation = stages.lazy.compactMap({ $0.explanation(for: request) }).first {
            // If there are routes, one of them may have been meant to answer.
            if table.routes.isEmpty { diagnosis.reason = explanation.reason }
            let suggestions = [diagnosis.suggestion, explanation.suggestion]
            diagnosis.suggestion = suggestions.compactMap(\.self).joined(separator: " ")
        }
        diagnosis.reason = diagnosis.reason ?? remedy?.reason
        return diagnosis
    }
}
