/// A client's call, and everything that its router does.
///
/// Times are in nanoseconds.
struct CallScript: Sendable, Equatable {
    /// A piece of a stream, and the time before it.
    struct Piece: Sendable, Equatable {
        var pause = 0
        var length = 1
        /// Whether the call is suspended during the pause.
        var suspends = false
    }

    /// A response to one request, or an error instead.
    struct Answer: Sendable, Equatable {
        enum Body: Sendable, Equatable {
            case bytes(Int)
            case stream([Piece])
        }

        /// The status, which is a redirect to the same URL from 301 to 308.
        var status = 200
        /// The code of a URL error instead of the response.
        var fault: Int?
        var delay = 0
        /// The value of `Retry-After` in seconds.
        var retryAfter: Int?
        var body = Body.bytes(0)
        /// The number of bytes after which the connection is reset.
        var cut: Int?
    }

    /// The way in which the router answers.
    enum Handler: Sendable, CaseIterable {
        case routes, immediate, asynchronous
    }

    enum Retries: Sendable, Equatable {
        case none
        /// A retry after each of these pauses.
        case pauses([Int])
        /// A policy without its own backoff, with the maximum number of attempts and the longest `Retry-After`
        /// in seconds.
        case policy(attempts: Int, limit: Int)
    }

    /// The time of the router's clock when the call begins.
    var origin = 0
    /// Whether the request is a `POST` with a body.
    var isPost = false
    /// The timeouts, or `nil` for none.
    var idle: Int?
    var afterHead: Int?
    var total: Int?
    /// The delay of the route.
    var routeDelay = 0
    /// The time that an asynchronous handler waits.
    var thinking = 0
    var handler = Handler.routes
    var retries = Retries.none
    /// The answers to the requests.
    ///
    /// The last one is repeated.
    var answers: [Answer] = []
}

extension CallScript {
    /// The maximum number of redirects that a script's client follows.
    static let maximumRedirects = 3

    /// Returns the script with all times multiplied.
    func scaled(by factor: Int) -> CallScript {
        var script = self
        script.origin *= factor
        script.idle = idle.map { $0 * factor }
        script.afterHead = afterHead.map { $0 * factor }
        script.total = total.map { $0 * factor }
        script.routeDelay *= factor
        script.thinking *= factor
        if case .pauses(let pauses) = retries { script.retries = .pauses(pauses.map { $0 * factor }) }
        script.answers = answers.map { answer in
            var answer = answer
            answer.delay *= factor
            if case .stream(var pieces) = answer.body {
                for index in pieces.indices { pieces[index].pause *= factor }
                answer.body = .stream(pieces)
            }
            return answer
        }
        return script
    }

    /// The script with redirects whose bodies arrive whole and at once.
    ///
    /// A session doesn't report a redirect whose body breaks off, whether it's from a server or a router.
    var withWholeRedirects: CallScript {
        var script = self
        for index in answers.indices where 300...399 ~= answers[index].status {
            (script.answers[index].body, script.answers[index].cut) = (.bytes(1), nil)
        }
        return script
    }

    /// The script without the features that only a `Teapot` has.
    var plain: CallScript {
        var script = withWholeRedirects
        (script.afterHead, script.total, script.retries) = (nil, nil, .none)
        script.answers = script.answers.map { answer in
            var answer = answer
            if case .stream(var pieces) = answer.body {
                for index in pieces.indices { pieces[index].suspends = false }
                answer.body = .stream(pieces)
            }
            return answer
        }
        return script
    }
}
