import Foundation
import Teapot
import TeapotMock
import TeapotMockHAR

/// The requests and responses of a failed test, as files to attach.
struct Evidence {
    /// A file.
    struct File {
        /// The end of the file's name, such as `transcript.txt`.
        let suffix: String
        let contents: [UInt8]
    }

    /// The maximum number of unanswered requests to explain.
    private static let nearMissLimit = 20

    private let journal: Journal
    private let responses: KeptResponses?

    /// - Parameter router: The router of the finished test.
    init(of router: Router) {
        journal = router.journal
        responses = router.keptResponses
    }

    /// The transcript, the recorded exchanges, and the near misses, or none if the router received no requests.
    ///
    /// The first two contain no secrets. The near misses are explained as in the test's failures.
    var files: [File] {
        guard journal.lastNumber > 0 else { return [] }
        var files = [File(suffix: "transcript.txt", contents: Array((journal.transcript + "\n").utf8))]
        if let har { files.append(File(suffix: "har", contents: har)) }
        if !nearMisses.isEmpty { files.append(File(suffix: "near-misses.txt", contents: Array(nearMisses.utf8))) }
        return files
    }

    /// The complete exchanges as a HAR file, with a comment about the rest, or `nil` if there are none.
    private var har: [UInt8]? {
        var exchanges: [HAR.Exchange] = []
        var remarks: [String] = []
        for entry in journal.entries {
            guard let (response, isStream) = responses?.response(to: entry) else {
                remarks.append("The response to \(entry.description) is not in this file.")
                continue
            }
            if isStream { remarks.append("The body of the response to \(entry.description) is not in this file.") }
            exchanges.append(HAR.Exchange(entry, entry.request, response))
        }
        guard !exchanges.isEmpty else { return nil }
        var har = HAR(clearing: exchanges)
        har.comment = ((har.comment.map { [$0] } ?? []) + remarks).joined(separator: "\n")
        if har.comment?.isEmpty == true { har.comment = nil }
        return (try? har.data()).map { Array($0) }
    }

    /// The explanations for the requests that no route answered or that a route refused.
    private var nearMisses: String {
        var texts: [String] = []
        for entry in journal.entries {
            switch entry.outcome {
            case .unanswered(let diagnosis): texts.append("\(entry.number). \(diagnosis)")
            case .refused: texts.append(entry.description)
            case .answered, .switched, .passedThrough, .closed: break
            }
        }
        let rest = texts.count - Self.nearMissLimit
        if rest > 0 { texts = texts.prefix(Self.nearMissLimit) + ["and \(rest) more"] }
        return texts.map { $0 + "\n" }.joined(separator: "\n")
    }
}

extension Evidence {
    /// Returns the prefix of a test's file names, without characters that some file systems don't allow.
    ///
    /// - Parameters:
    ///   - test: The name of the test.
    ///   - fileID: The module and the source file of the test.
    /// - Returns: The source file and the test, such as `CartTests.a cart is emptied`.
    static func name(of test: String, in fileID: String) -> String {
        let file = fileID.split(separator: "/").last.map { $0.hasSuffix(".swift") ? $0.dropLast(6) : $0 } ?? ""
        let test = String(
            test.unicodeScalars.prefix(80).map { scalar -> Character in
                let isPlain = scalar.value >= 0x20 && !"/\\:\u{7F}".unicodeScalars.contains(scalar)
                return isPlain ? Character(scalar) : "-"
            })
        return "\(file).\(test)"
    }
}
