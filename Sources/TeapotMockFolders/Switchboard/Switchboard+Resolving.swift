import Foundation
import Teapot
package import TeapotMock
import TeapotMockLive

extension Switchboard {
    /// A decision about a request, with everything needed to respond.
    enum Resolution: Sendable {
        /// The request gets this response, for this reason.
        case answer(Response, reason: String)
        /// The request gets the response of this mock, for this reason, but the mock's file takes long to read.
        case reading(MockFolder.Mock, because: String)
        /// The request goes to the live server, for this reason.
        case live(reason: String)
        /// The request is held, with this number.
        case hold(Int, OneShot<Decision?>)
        /// The request isn't answered.
        case nothing
    }

    /// Decides how to respond to a request, and updates the state.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - began: A time at which the request had already begun to arrive.
    ///   - router: The router that handles the request.
    /// - Returns: The resolution.
    func resolve(_ request: Request, began: UInt64, of router: Router) -> Resolution {
        if let folder, state.withLock({ $0.board.isUpToFolder }),
            let answer = folder.answers.answer(to: request, of: folder, asOf: began)
        {
            return .answer(answer.response, reason: answer.reason)
        }
        let look = folder?.look(asOf: began)
        let index = look?.index
        let action = decide(request, index ?? MockIndex())
        switch action {
        case .step(let step, let number, let scenario):
            let reason = "step \(number) of \(scenario.steps.count) of the scenario “\(scenario.name)”"
            return answer(step, because: reason)
        case .mock(let path):
            return answer(path, because: "always for \(index?.requestPath(for: request) ?? request.path)")
        case .firstMock:
            // General mocks are for every request, but they're only offered as a choice and never respond on their own.
            guard let index, let mock = index.firstMock(for: request) else {
                let hasLive = environment != nil || router.passthrough != nil
                let goesLive = hasLive && !Self.others(of: router, couldAnswer: request)
                if goesLive { return .live(reason: "there is no mock for it") }
                return index.flatMap { Self.methods(of: $0, for: request) } ?? .nothing
            }
            return answer(mock, asOf: look?.time ?? began, because: index.reason(for: mock)) { found, reason in
                guard request.method == "GET", let look, let stamps = found.stamps, !index.examines(request) else {
                    return
                }
                let answer = KnownAnswers.Answer(
                    mock: mock, response: found.response, reason: reason, stamps: stamps, generation: look.generation,
                    time: look.time)
                folder?.answers.keep(answer, to: request)
            }
        case .live(let reason): return .live(reason: reason)
        case .hold(let id, let decision): return .hold(id, decision)
        case .nothing: return .nothing
        }
    }

    /// Returns the response to an `OPTIONS` request that no mock answers, with the methods of the mocks for its path
    /// (RFC 9110 §9.3.7), or `nil` for another method, or if no mock has the path.
    private static func methods(of index: MockIndex, for request: Request) -> Resolution? {
        let methods = index.allowedMethods(for: request).joined(separator: ", ")
        guard request.method == "OPTIONS", !methods.isEmpty else { return nil }
        return .answer(
            .status(204, headers: ["Allow": methods]), reason: "the mocks for the path, which allow \(methods)")
    }

    /// Returns whether a router's stages could answer a request without mocks and without a live server.
    package static func others(of router: Router, couldAnswer request: Request) -> Bool {
        router.stages.contains { !($0 is Switchboard || $0 is Passthrough) && $0.couldAnswer(request) }
    }

    /// Returns whether the switchboard would handle a request, without changing anything.
    package func couldAnswer(_ request: Request) -> Bool {
        let board = state.withLock { $0.board }
        let mayDecide = [.hold, .live].contains(board.undecided) || !board.runs.isEmpty || !board.settings.isEmpty
        if environment != nil || board.isOn && mayDecide { return true }
        guard board.isOn, board.undecided == .firstMock, let index = folder?.index else { return false }
        return index.firstMock(for: request) != nil || Self.methods(of: index, for: request) != nil
    }

    /// Returns the response chosen for a held request, or `nil` for the live server, with the reason.
    func response(to decision: Decision) async -> (response: Response?, reason: String) {
        let chosen = "chosen while it was held"
        switch decision {
        case .mock(let path):
            switch answer(path, because: chosen) {
            case .answer(let response, let reason): return (response, reason)
            case .reading(let mock, let reason): return await read(mock, because: reason)
            case .live, .hold, .nothing: return (nil, chosen)
            }
        case .response(let response, let reason): return (response, reason)
        case .live: return (nil, chosen)
        case .cancel: return (Response().failing(.cancelled), "failed on purpose while it was held")
        }
    }

    private func decide(_ request: Request, _ index: MockIndex) -> SwitchboardState.Action {
        let (action, watchers) = state.withLock { state in
            let requestPath = state.board.settings.isEmpty ? nil : index.requestPath(for: request)
            let action = state.board.decide(
                request, for: requestPath, at: Date(), isOwnPath: index.isOwnPath, answers: index.chosenMock)
            switch action {
            case .step, .hold: return (action, state.watchers.all)
            default: return (action, [])
            }
        }
        for watcher in watchers { watcher.yield() }
        return action
    }

    private func answer(_ step: Scenario.Step, because reason: String) -> Resolution {
        let index = folder?.index ?? MockIndex()
        guard let mock = index.mock(in: step.folder, named: step.responseFileName) else {
            return failing(index.problem(with: step) ?? "", of: step.responseFileName, because: reason)
        }
        return answer(mock, because: reason)
    }

    private func answer(_ path: String, because reason: String) -> Resolution {
        folder?.mock(at: path).map { answer($0, because: reason) }
            ?? failing("there is no mock “\(path)”. Choose another mock, or the default.", of: path, because: reason)
    }

    private func answer(
        _ mock: MockFolder.Mock, asOf began: UInt64 = Uptime.now, because reason: String,
        keep: (ResponseCache.Found, String) -> Void = { _, _ in }
    ) -> Resolution {
        do throws(MockFolder.Problem) {
            let whole = "\(mock.path), \(reason)"
            guard let folder else { return .answer(try mock.response(), reason: whole) }
            guard let found = try folder.cache.response(of: mock, asOf: began) else {
                return .reading(mock, because: reason)
            }
            keep(found, whole)
            return .answer(found.response, reason: whole + found.note)
        } catch {
            return failing(error.description, of: mock.path, because: reason)
        }
    }

    /// Returns the response of a mock whose file takes long to read, with the reason.
    func read(_ mock: MockFolder.Mock, because reason: String) async -> (response: Response, reason: String) {
        switch await folder?.cache.readResponse(of: mock) {
        case .success(let found)?: return (found.response, "\(mock.path), \(reason)\(found.note)")
        case .failure(let problem)?: return failure(problem.description, of: mock.path, because: reason)
        case nil: return failure("there is no folder of mocks", of: mock.path, because: reason)
        }
    }

    /// Returns the resolution for an unusable mock: an error in this process, or a 500 from a server.
    private func failing(_ explanation: String, of file: String, because reason: String) -> Resolution {
        let (response, reason) = failure(explanation, of: file, because: reason)
        return .answer(response, reason: reason)
    }

    private func failure(
        _ explanation: String, of file: String, because reason: String
    ) -> (response: Response, reason: String) {
        var response = Response.json(["error": "The mock can't be used (\(reason)): \(explanation)"], status: 500)
        response.fault = .onlyInProcess(TeapotError.invalidMockFile(file, explanation))
        return (response, Self.unusable + "\(reason)): \(explanation)")
    }

    /// The beginning of the reason for an unusable mock.
    package static let unusable = "no usable mock ("
}
