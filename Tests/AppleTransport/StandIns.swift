import Foundation
import FoundationNetworking

// Declarations for the transport that Apple's Foundation has and FoundationNetworking lacks: two constants, and the
// optional methods of Objective-C. On Linux every delegate has every method, so a protocol names those that a delegate
// implements itself.

let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"

/// A delegate with its own method for the session's challenges.
protocol AnswersForSession: URLSessionDelegate {}

/// A delegate with its own method for a task's challenges.
protocol AnswersForTask: URLSessionTaskDelegate {}

extension URLSessionDelegate {
    var urlSession: SessionQuestion? { (self as? any AnswersForSession).map { SessionQuestion(delegate: $0) } }
}

extension URLSessionTaskDelegate {
    var urlSession: TaskQuestion? { (self as? any AnswersForTask).map { TaskQuestion(delegate: $0) } }
}

/// `urlSession(_:didReceive:completionHandler:)` of a delegate that has it.
struct SessionQuestion {
    let delegate: any URLSessionDelegate

    func callAsFunction(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { delegate.urlSession(session, didReceive: challenge, completionHandler: completionHandler) }
}

/// `urlSession(_:task:didReceive:completionHandler:)` of a delegate that has it.
struct TaskQuestion {
    let delegate: any URLSessionTaskDelegate

    func callAsFunction(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) { delegate.urlSession(session, task: task, didReceive: challenge, completionHandler: completionHandler) }
}
