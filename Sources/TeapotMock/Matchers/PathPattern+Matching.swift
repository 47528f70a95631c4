package import Teapot

extension PathPattern: Matcher {
    /// The pattern without the names of its variables.
    private struct Identity: Hashable {
        /// The segments, with `nil` for a variable or a wildcard.
        let segments: [ExactText?]
        let catchAll: CatchAll
        let query: AnyHashable?
    }

    package var readsBody: Bool { false }

    package var identity: AnyHashable? {
        let texts = segments.map { segment -> ExactText? in
            if case .exact(let text) = segment { ExactText(text) } else { nil }
        }
        return Identity(segments: texts, catchAll: catchAll, query: items.identity)
    }

    private var items: QueryMatcher { QueryMatcher(items: query) }

    package func matches(_ request: Request, path: ArraySlice<String>?) -> Bool {
        guard let path else { return false }
        return matches(Array(path)) && items.matches(request, path: path)
    }

    package func expectations(_ options: Teapot.Options) -> [String] {
        ["path \(description.shortened(to: 120))"] + items.expectations(options)
    }

    package func explanations(of request: ExaminedRequest) -> [String?] {
        let isOutside = "the request is not below the base URL"
        return [request.path.map { explanation(of: $0, below: request) } ?? isOutside] + items.explanations(of: request)
    }

    /// Returns whether a path matches without the base URL's path, which it repeats at its beginning.
    func matches(_ path: [String], repeating base: [String]) -> Bool {
        !base.isEmpty && path.starts(with: base) && matches(Array(path.dropFirst(base.count)))
    }

    private func explanation(of path: [String], below request: ExaminedRequest) -> String? {
        guard let explanation = explanation(of: path) else { return nil }
        if matches(path, repeating: request.base) {
            return "the request's path repeats the end of the base URL, /\(request.base.joined(separator: "/"))"
        }
        guard let other = withoutBase(request.base), other.pattern.matches(path) else { return explanation }
        return "paths are relative to the base URL, so write \(other.pattern)"
    }
}
