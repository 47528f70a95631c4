extension CallScript {
    /// Returns the smallest script found that still fulfills a condition.
    func shrunk(while isWrong: (CallScript) async -> Bool) async -> CallScript {
        var script = self
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for candidate in script.smaller where candidate != script && !isSmaller {
                guard await isWrong(candidate) else { continue }
                (script, isSmaller) = (candidate, true)
            }
        }
        return script
    }

    /// The scripts with one part removed, the largest reductions first.
    private var smaller: [CallScript] {
        let changes: [(inout CallScript) -> Void] = [
            { $0.retries = .none }, { $0.handler = .routes }, { $0.total = nil }, { $0.idle = nil },
            { $0.afterHead = nil }, { $0.isPost = false }, { $0.routeDelay = 0 }, { $0.thinking = 0 },
            { $0.origin = 0 },
        ]
        var scripts = changes.map { change in
            var script = self
            change(&script)
            return script
        }
        for index in answers.indices {
            if answers.count > 1 {
                var script = self
                script.answers.remove(at: index)
                scripts.append(script)
            }
            for answer in answers[index].smaller {
                var script = self
                script.answers[index] = answer
                scripts.append(script)
            }
        }
        return scripts
    }
}

extension CallScript.Answer {
    fileprivate var smaller: [Self] {
        let changes: [(inout Self) -> Void] = [
            { $0.delay = 0 }, { $0.fault = nil }, { $0.cut = nil }, { $0.retryAfter = nil }, { $0.status = 200 },
        ]
        var answers = changes.map { change in
            var answer = self
            change(&answer)
            return answer
        }
        guard case .stream(let pieces) = body else { return answers }
        for index in pieces.indices {
            var (fewer, shorter) = (pieces, pieces)
            fewer.remove(at: index)
            shorter[index] = CallScript.Piece()
            answers += [fewer, shorter].map { pieces in
                var answer = self
                answer.body = .stream(pieces)
                return answer
            }
        }
        return answers
    }
}
