import Foundation
import Teapot
import TeapotMock

extension Switchboard {
    /// Answers a held request with an explanation shortly before its client gives up, if there's no decision by then.
    ///
    /// Otherwise, a test that doesn't set ``undecided`` would fail with a timeout, as if there were no network.
    ///
    /// - Parameters:
    ///   - id: The number of the held request.
    ///   - interval: The timeout of the client, in seconds, or `nil` if it's unknown.
    /// - Returns: The response and the reason, once the time is up without a decision.
    func giveUp(on id: Int, before interval: Double?) -> Locked<(response: Response?, reason: String)?> {
        let expiry = Locked<(response: Response?, reason: String)?>(nil)
        guard let interval, interval > 0 else { return expiry }
        let limit = min(interval, 1e9)
        DispatchQueue.global().asyncAfter(deadline: .now() + limit - min(limit / 4, 2)) { [weak self] in
            guard let self, let decision = self.change({ $0.board.release(id) }) else { return }
            let text = self.undecidedText
            var response = Response.json(["error": text], status: 504)
            response.fault = .onlyInProcess(TeapotError.make(.unansweredRequest, text))
            expiry.withLock { $0 = (response, "held, but no response was chosen") }
            decision.finish(.response(response))
        }
        return expiry
    }

    /// The explanation for a held request without a decision.
    private var undecidedText: String {
        let text =
            "The switchboard held it, and no response was chosen: choose one with `answer(_:_:)`, or set "
            + "`undecided = .firstMock`."
        guard let folder else { return text + " The switchboard has no folder of mocks." }
        guard let problem = folder.index.problems.first(where: { $0.file == "." }) else { return text }
        return text + " No mock can respond: \(problem.reason)."
    }
}
