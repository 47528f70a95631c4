import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

/// Compares the shapes of mocks with those of a live server's responses.
struct LiveChecker {
    let client: any TeapotClient
    /// The values of the variables of request paths.
    let values: [String: String]
    private(set) var findings = DriftResults()

    init(_ client: any TeapotClient, values: [String: String]) {
        self.client = client
        self.values = Dictionary(values.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    }

    /// The response of a server for one path.
    private enum LiveResponse {
        case shape(Shape)
        /// A response that can't be compared, with the problem.
        case unusable(Drift.Kind, expected: String, found: String?)
        /// A response that isn't JSON.
        case other(mediaType: String)
    }

    /// The number of consecutive failures after which requests stop; each may take the client's whole timeout.
    private static let maximumFailures = 3

    /// Compares all mocks, sending each request once, one after another.
    mutating func check(_ subjects: [DriftSubject]) async {
        var byRequest: [LiveRequest: [DriftSubject]] = [:]
        for subject in subjects {
            guard let requestPath = subject.requestPath else {
                findings.skip(subject.file, "it answers every path, so there is no path to request")
                continue
            }
            if let method = subject.method, method != "GET" {
                findings.skip(subject.file, "it answers \(method), but only GET requests are sent")
            } else if subject.status / 100 != 2 {
                findings.skip(subject.file, "a live server can't be made to answer \(subject.status)")
            } else {
                do throws(LiveRequest.Refusal) {
                    let request = try LiveRequest(
                        for: subject.condition, at: requestPath, values: values, below: client.baseURL)
                    byRequest[request, default: []].append(subject)
                } catch { findings.skip(subject.file, error.reason) }
            }
        }
        var failures = 0
        for (request, subjects) in byRequest.sorted(by: { $0.value[0].file < $1.value[0].file }) {
            guard failures < Self.maximumFailures else {
                let reason = "the live server failed \(failures) times in a row, so no more requests were sent"
                for subject in subjects { findings.skip(subject.file, reason) }
                continue
            }
            let response = await response(to: request)
            if case .unusable(.network, _, _) = response { failures += 1 } else { failures = 0 }
            for subject in subjects { compare(subject, to: response, request.target) }
        }
    }

    private func response(to request: LiveRequest) async -> LiveResponse {
        do throws(TeapotError) {
            let response = try await client.get(
                request.path, query: Teapot.Query(request.query), headerFields: request.headers)
            let type = response.headers["Content-Type"].map(MediaRange.essence)
            do throws(JSON.ParsingError) {
                let tree = try JSONTree(parsingDeep: response.body)
                return .shape(onDeepStack { Shape(of: tree) })
            } catch {
                return .other(mediaType: response.body.isEmpty ? "no body" : type ?? "no JSON")
            }
        } catch {
            if error.type == .invalidResponseBody {
                let reason = error.underlyingError.map { " (\($0))" } ?? ""
                return .unusable(.body, expected: "JSON from the live server", found: "invalid JSON\(reason)")
            }
            guard let status = error.responseStatus, status / 100 != 2 else {
                let found = (error.underlyingError as? URLError)?.reason("there; start the server") ?? error.description
                return .unusable(.network, expected: "a response from the live server", found: found)
            }
            return .unusable(.status, expected: "\(status), as the live server answers", found: nil)
        }
    }

    private mutating func compare(_ subject: DriftSubject, to response: LiveResponse, _ target: String) {
        let source = "GET \(client.baseURL.shownAsBase)\(target)"
        func report(_ kind: Drift.Kind, _ expected: String, _ found: String) {
            findings.drifts.append(Drift(kind, in: subject.file, expected: expected, found: found, source: source))
        }
        switch response {
        case .unusable(let kind, let expected, let found): return report(kind, expected, found ?? "\(subject.status)")
        case .shape(let shape) where subject.isJSON: compareBody(of: subject, to: shape, source)
        case .shape: report(.mediaType, "JSON, as from the live server", subject.mediaType)
        case .other where !subject.isJSON || subject.body.isEmpty: break
        case .other(let type): report(.mediaType, "\(type), as from the live server", subject.mediaType)
        }
        findings.checked.insert(subject.file)
    }

    private mutating func compareBody(of subject: DriftSubject, to shape: Shape, _ source: String) {
        do throws(JSON.ParsingError) {
            let value = try JSONTree(parsingDeep: subject.body)
            let drifts = onDeepStack { shape.differences(of: value) }.map { difference in
                subject.drift(
                    at: difference.pointer, expected: difference.expected, found: difference.found, source: source)
            }
            findings.drifts += subject.located(drifts)
        } catch {
            findings.drifts.append(subject.drift(error, source: source))
        }
    }
}

extension URL {
    /// The URL for messages: without a user, a password, a query and a trailing slash.
    fileprivate var shownAsBase: String {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return host ?? "" }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        let text = parts.string ?? ""
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
