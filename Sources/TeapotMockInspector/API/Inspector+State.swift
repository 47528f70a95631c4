import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockLive
import TeapotMockServer

extension Inspector {
    /// Returns everything that changes while the server runs, except the journal's entries.
    func state(_ call: Call) -> Response {
        let board = router.switchboard
        let members = Self.object([
            "server": ["url": "http://127.0.0.1:\(call.peer.port)", "run": run] as [String: any Sendable],
            "hasSwitchboard": board != nil,
            "isOn": board?.isOn ?? true,
            "undecided": (board?.undecided ?? .unanswered).rawValue,
            "environments": (board?.environments ?? []).map {
                ["name": $0.name, "baseURL": $0.baseURL.withoutCredentials]
            },
            "activeScenarios": (board?.activeScenarios ?? []).map { Self.members(of: $0) as any Sendable },
            "held": (board?.held ?? []).map { summary(of: $0) as any Sendable },
            "environment": board?.environment?.name, "live": live,
        ])
        return .json(.dictionary(members))
    }

    /// The name or URL of the live server, or `nil` if there's none.
    var live: String? { router.switchboard?.environment?.name ?? router.passthrough?.baseURL.withoutCredentials }

    /// Returns the name of the document that answers a request without a mock, or `nil` if none does.
    func document(for request: Request) -> String? {
        Switchboard.others(of: router, couldAnswer: request) ? source.withLock { $0?["document"] as? String } : nil
    }

    /// Changes the members that are given: `isOn`, `undecided`, `environment`.
    func changeState(_ call: Call) throws -> Response {
        let board = try switchboard()
        let members = try call.members()
        let known = ["isOn", "undecided", "environment"]
        if let stranger = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw Failure(400, "“\(stranger)” can’t be changed; “isOn”, “undecided” and “environment” can.")
        }
        // Check all members before setting any.
        let (isOn, name) = (members["isOn"] as? Bool, members["undecided"] as? String)
        guard isOn != nil || members["isOn"] == nil else { throw Failure(400, "“isOn” must be true or false.") }
        let undecided = name.flatMap { Switchboard.Undecided(rawValue: $0) }
        guard undecided != nil || members["undecided"] == nil else {
            let names = Switchboard.Undecided.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
            throw Failure(400, "“undecided” must be one of \(names).")
        }
        if let environment = members["environment"] {
            guard let name = environment as? String else { throw Failure(400, "“environment” must be a name.") }
            do throws(Switchboard.Refusal) { try board.selectEnvironment(name) } catch {
                throw Failure(400, error.description)
            }
        }
        if let undecided { board.undecided = undecided }
        if let isOn { board.isOn = isOn }
        return .status(204)
    }

    /// Returns the available scenarios, and the problems with their files.
    func scenarios() -> Response {
        let board = router.switchboard
        let members = Self.object([
            "scenarios": (board?.scenarios ?? []).map { Self.members(of: $0, in: board?.folder) as any Sendable },
            "problems": Self.members(of: board?.scenarioFolder?.problems ?? []),
            "hasFolder": board?.scenarioFolder != nil, "folder": board?.scenarioFolder?.directory.path,
        ])
        return .json(.dictionary(members))
    }

    /// Activates or deactivates a scenario by name, according to `isActive`.
    func turnScenario(_ call: Call) throws -> Response {
        let board = try switchboard()
        guard let isActive = try call.members()["isActive"] as? Bool else {
            throw Failure(400, "“isActive” must be true or false.")
        }
        if isActive {
            do throws(Switchboard.Refusal) { try board.activate(call.value, allowsEarlyEnd: true) } catch {
                throw Failure(404, error.description)
            }
        } else {
            board.deactivate(call.value)
        }
        return .status(204)
    }

    private static func members(of scenario: Scenario, in folder: MockFolder?) -> [String: any Sendable] {
        let steps = scenario.steps.map { step -> any Sendable in
            object([
                "folder": step.folder, "responseFileName": step.responseFileName, "expects": step.request?.text,
                "mock": folder?.mock(of: step).map { members(of: $0, isBroken: $0.problem != nil) },
            ])
        }
        return object(["name": scenario.name, "when": scenario.request?.text, "steps": steps])
    }

    static func members(of active: Switchboard.ActiveScenario) -> [String: any Sendable] {
        object([
            "name": active.scenario.name, "step": active.step, "stepCount": active.scenario.steps.count,
            "next": active.nextMock?.path,
        ])
    }

    /// The maximum time without an event, in seconds.
    private static let silence = 10.0
    /// The time during which changes are combined, in seconds.
    private static let pause = 0.05

    /// Returns a stream of events that lasts as long as the page is open.
    ///
    /// It begins with `hello`. `journal` and `state` report changes, and `ping` shows that the server is still running.
    func events() -> Response {
        let router = router
        return .events(reconnectionTime: 1) { send in
            let (events, continuation) = AsyncStream.makeStream(of: Teapot.ServerSentEvent.self)
            // Subscribe to both streams before asking the page to fetch the data.
            let (journal, board) = (router.journal.changes, router.switchboard?.changes)
            let teller = Task {
                async let _: Void = Self.tell("journal", whenever: journal, continuation)
                async let _: Void = Self.tell("state", whenever: board, continuation)
                let ping = Teapot.ServerSentEvent(event: "ping", data: "{}")
                while await Self.isWaitedOut(Self.silence) { continuation.yield(ping) }
            }
            defer { teller.cancel() }
            send(Teapot.ServerSentEvent(event: "hello", data: "{}"))
            for await event in events { send(event) }
        }
    }

    private static func tell(
        _ name: String, whenever changes: AsyncStream<Void>?,
        _ continuation: AsyncStream<Teapot.ServerSentEvent>.Continuation
    ) async {
        for await _ in changes ?? AsyncStream(unfolding: { nil }) {
            continuation.yield(Teapot.ServerSentEvent(event: name, data: "{}"))
            // Report the changes of this interval together.
            guard await isWaitedOut(pause) else { return }
        }
    }

    /// Waits, and returns `false` if the task is cancelled in the meantime.
    private static func isWaitedOut(_ seconds: Double) async -> Bool {
        (try? await Task.sleep(nanoseconds: UInt64(seconds * 1e9))) != nil
    }

    /// Returns the router's switchboard.
    func switchboard() throws(Failure) -> Switchboard {
        guard let switchboard = router.switchboard else {
            throw Failure(409, "The router has no switchboard: it answers only from routes.")
        }
        return switchboard
    }

    /// Returns a held request with all details, and the possible responses.
    func heldRequest(_ call: Call) throws -> Response {
        let (board, held) = try held(call)
        var members = summary(of: held).merging(choices(for: held.request, of: board)) { $1 }
        members["live"] = live
        members["answers"] = answers(to: held.request).map { response, _ in
            Self.object([
                "status": response.status.rawValue, "statusText": response.status.reasonPhrase,
                "headers": Self.members(of: response.headers, isWhole: true),
                "body": Self.members(ofBody: response.body),
            ])
        }
        members["headers"] = Self.members(of: held.request.headers)
        members["body"] = Self.members(ofRequest: held.request)
        return .json(.dictionary(members))
    }

    /// Returns the responses of a document to a request, the usual one first and one for each status, with the
    /// functions that make them.
    private func answers(to request: Request) -> [(trial: Response, make: @Sendable (Bool) -> Response)] {
        var statuses: Set<Int> = []
        let all = router.stages.flatMap { $0.responses(to: request, in: router) }.map { ($0.make(true), $0.make) }
        return all.filter { statuses.insert($0.0.status.rawValue).inserted }
    }

    /// Returns the mocks for requests such as a given one, and the setting for their path.
    func choices(for request: Request, of board: Switchboard) -> [String: any Sendable] {
        let mocks = board.folder?.mocks(for: request) ?? []
        let path = mocks.first { !$0.isGeneral }?.requestPath ?? Request.decode(request.path)
        return Self.object([
            "requestPath": path,
            "settings": Self.settings(for: path, of: board).mapValues { Self.members(of: $0) as any Sendable },
            "first": board.folder?.firstMock(for: request)?.path, "document": document(for: request),
            "mocks": mocks.map { Self.members(of: $0, isBroken: $0.problem != nil, problem: $0.problem?.reason) },
        ])
    }

    /// Decides about a held request: `{"decision": "mock", "mock": …}`, `document`, `response`, `live` or `cancel`.
    func decide(_ call: Call) throws -> Response {
        // Of several decisions at once, only the first may create an item.
        try deciding.withLock { _ in
            let (board, held) = try held(call)
            try board.answer(held.id, decision(call.members(), on: held.request))
        }
        return .status(204)
    }

    private func held(_ call: Call) throws(Failure) -> (board: Switchboard, held: Switchboard.HeldRequest) {
        let board = try switchboard()
        guard let held = board.held.first(where: { "\($0.id)" == call.value }) else {
            throw Failure(404, "Request \(call.value) isn’t held: it was answered, cancelled or sent before a restart.")
        }
        return (board, held)
    }

    private func decision(_ members: [String: any Sendable], on request: Request) throws -> Switchboard.Decision {
        switch members["decision"] as? String {
        case "live": return .live
        case "cancel": return .cancel
        case "mock":
            guard let path = members["mock"] as? String else { throw Failure(400, "“mock” must be a path.") }
            return .mock(path)
        case "document":
            let status = members["status"] as? Int
            guard let answer = answers(to: request).first(where: { $0.trial.status.rawValue == status }) else {
                throw Failure(400, "“status” must be that of one of the “answers”.")
            }
            let name = "\(answer.trial.status.rawValue) from \(document(for: request) ?? "the document")"
            return .response(answer.make(false), because: "\(name), chosen while it was held")
        case "response": return .response(try Self.response(members["response"]))
        default: throw Failure(400, "“decision” must be “mock”, “document”, “response”, “live” or “cancel”.")
        }
    }

    /// Returns the response described by an object.
    static func response(_ value: (any Sendable)?) throws(Failure) -> Response {
        guard let members = value as? [String: any Sendable] else {
            throw Failure(400, "“response” must be an object with “status”, “headers” and “body”.")
        }
        guard let status = (members["status"] ?? 200) as? Int, 200...599 ~= status else {
            throw Failure(400, "“status” must be a number from 200 to 599.")
        }
        let seconds = members["delay"] ?? 0
        guard let delay = seconds as? Double ?? (seconds as? Int).map(Double.init), 0...3600 ~= delay else {
            throw Failure(400, "“delay” must be a number of seconds, at most 3600.")
        }
        var response = Response(status: Teapot.StatusCode(rawValue: status), delay: delay)
        for value in members["headers"].map({ $0 as? [any Sendable] ?? [$0] }) ?? [] {
            let pair = value as? [String: any Sendable]
            guard let name = pair?["name"] as? String, let value = pair?["value"] as? String else {
                throw Failure(400, "“headers” must be a list of objects with “name” and “value”.")
            }
            let field = Teapot.HeaderFields.Field(name: name, value: value)
            if let flaw = field.flaw { throw Failure(400, "In “headers”: \(flaw).") }
            response.headers.append(name: name, value: value)
        }
        switch (members["body"], members["bodyBase64"]) {
        case (nil, nil): break
        case (let text as String, nil): response.body = Data(text.utf8)
        case (nil, let text as String):
            guard let data = Data(base64Encoded: text) else { throw Failure(400, "“bodyBase64” is not base64.") }
            response.body = data
        default: throw Failure(400, "Either “body” or “bodyBase64” must be a string.")
        }
        return response
    }

    private func summary(of held: Switchboard.HeldRequest) -> [String: any Sendable] {
        let (board, folder) = (router.switchboard, router.switchboard?.folder)
        var mock = folder?.firstMock(for: held.request)
        if case .mock(let path)? = board?.setting(for: held.request) { mock = folder?.mock(at: path) }
        return Self.object([
            "id": held.id, "method": held.request.method, "target": held.request.target,
            "date": Self.milliseconds(held.date), "entry": held.entry ?? 0,
            "mock": mock?.name,
            "document": document(for: held.request),
        ])
    }
}

extension MockFolder.Mock {
    /// The problem that keeps the mock from responding, or `nil` if there's none.
    var problem: MockFolder.Problem? { conditionProblem ?? problems.first }
}
