import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockFolders
import TeapotMockRecording

/// A random request that can be written in two equivalent ways.
private struct RandomRequest {
    enum Payload {
        case json([(name: String, value: String, other: String)])
        case form([(name: String, value: String)])
        case parts([(name: String, isFile: Bool, value: String)])
        case bytes([UInt8])
        case text(String)
    }

    var method: String
    var path: String
    var query: [URLQueryItem]
    var payload: Payload?

    /// A text that is equal for equivalent requests.
    var key: String { "\(method) \(path) \(query.sorted { $0.name < $1.name }) \(payload.map { "\($0)" } ?? "")" }

    init(_ random: inout SeededGenerator) {
        let words = ["tea", "milk", "Ä", "a&b=c", "1.50", "x y", ""]
        func word() -> String { words.randomElement(using: &random) ?? "" }
        method = ["GET", "POST", "PUT", "PATCH", "DELETE"].randomElement(using: &random) ?? ""
        path = ["/v1/a", "/v1/a/", "/v1/a/b", "/v1/A", "/v1/c%2Fd", "/"].randomElement(using: &random) ?? ""
        query = ["page", "sort", "q"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).map {
            URLQueryItem(name: $0, value: Bool.random(using: &random) ? word() : nil)
        }
        guard method != "GET" else { return }
        let names = ["a", "b", "c", "d"].prefix(Int.random(in: 1...4, using: &random))
        let values = [
            ("1.50", "15e-1"), ("7", "7.0"), (#""tea""#, #""t\u0065a""#), ("null", " null "),
            (#"[1,{"a":2}]"#, #"[ 1.0, {"a" :2}]"#),
        ]
        switch Int.random(in: 0...5, using: &random) {
        case 0:
            payload = .json(
                names.map { name in
                    let (value, other) = values.randomElement(using: &random) ?? ("", "")
                    return (name, value, other)
                })
        case 1: payload = .form(names.map { ($0, word()) })
        case 2: payload = .parts(names.map { ($0, Bool.random(using: &random), word() + "-") })
        case 3: payload = .bytes((0...3).map { _ in UInt8.random(in: 0...255, using: &random) } + [0, 255])
        case 4: payload = .text(word() + "!")
        default: break
        }
    }

    /// Makes one change that no recorded request has.
    mutating func mutate(_ random: inout SeededGenerator) {
        switch Int.random(in: 0...(payload == nil ? 4 : 9), using: &random) {
        case 0: method = method == "GET" ? "DELETE" : "REPORT"
        case 1: path += "/mutant"
        case 2: path = path == "/" ? "//" : "/V1" + path.dropFirst(3)
        case 3: query.append(URLQueryItem(name: "mutant", value: nil))
        case 4:
            guard let item = query.popLast() else { return path += "x" }
            query.append(URLQueryItem(name: item.name, value: "mutant"))
        default:
            switch payload {
            case .json(var members)?:
                if Bool.random(using: &random) { _ = members.popLast() }
                members.append(("mutant", "1", "1"))
                payload = .json(members)
            case .form(var items)?:
                items[0].value += "mutant"
                payload = .form(items)
            case .parts(var parts)?:
                if Bool.random(using: &random) {
                    parts[0].value += "mutant"
                } else {
                    parts.append(("mutant", false, "1"))
                }
                payload = .parts(parts)
            case .bytes(let bytes)?: payload = .bytes(bytes + [7])
            case .text(let text)?: payload = .text(text + "mutant")
            case nil: break
            }
        }
    }

    /// Returns the request as it is sent: `isAgain` for another boundary, another order and other spellings.
    func request(isAgain: Bool) -> Request {
        var (type, body) = (nil as String?, Data())
        switch payload {
        case .json(let members)?:
            type = "application/json"
            let texts = members.map { "\"\($0.name)\": \(isAgain ? $0.other : $0.value)" }
            body = Data("{\((isAgain ? texts.reversed() : texts).joined(separator: isAgain ? " , " : ","))}".utf8)
        case .form(let items)?:
            type = "application/x-www-form-urlencoded"
            let texts = items.map { $0.name + "=" + PercentEncoding.encode($0.value, as: .form) }
            body = Data((isAgain ? texts.reversed() : texts).joined(separator: "&").utf8)
        case .parts(let parts)?:
            let boundary = isAgain ? "again" : "first"
            type = "multipart/form-data; boundary=\(boundary)"
            for part in parts {
                let file = part.isFile ? "; filename=\"f\"\r\nContent-Type: application/octet-stream" : ""
                body += Data("--\(boundary)\r\nContent-Disposition: form-data; name=\(part.name)\(file)\r\n\r\n".utf8)
                body += (part.isFile ? Data([0, 1]) : Data()) + Data("\(part.value)\r\n".utf8)
            }
            body += Data("--\(boundary)--\r\n".utf8)
        case .bytes(let bytes)?: (type, body) = ("application/octet-stream", Data(bytes))
        case .text(let text)?: (type, body) = ("text/plain", Data(text.utf8))
        case nil: break
        }
        return Request(
            method: method, origin: "https://api.test", path: path, query: isAgain ? query.reversed() : query,
            headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
    }
}

@Suite(.inTurn) struct `A mutated request` {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `gets no response, and the recorded one gets its own`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var (requests, keys) = ([RandomRequest](), Set<String>())
        while requests.count < Size.of(full: 50, usual: 20) {
            let request = RandomRequest(&random)
            if keys.insert(request.key).inserted { requests.append(request) }
        }
        let folder = try TemporaryFolder()
        let redaction = Redaction(allowing: ["request body"])
        let har = Recorder(into: .har(folder.path("a.har")), redaction: redaction)
        let mocks = Recorder(into: .folder(folder.path("Mocks")), redaction: redaction)
        for recorder in [har, mocks] {
            for (number, request) in requests.enumerated() {
                recorder.record(
                    request.request(isAgain: false), .data(Data("\(number)".utf8), contentType: "text/plain"))
            }
            try await recorder.finish()
        }
        let (fromHAR, fromFolder) = (Router("https://api.test"), Router("https://api.test"))
        fromHAR.replay(try HAR(contentsOf: folder.path("a.har")))
        let switchboard = Switchboard(MockFolder(folder.path("Mocks")))
        switchboard.undecided = .firstMock
        fromFolder.switchboard = switchboard
        for (number, request) in requests.enumerated() {
            var mutant = request
            repeat { mutant.mutate(&random) } while keys.contains(mutant.key)
            for (router, name) in [(fromHAR, "HAR"), (fromFolder, "folder")] {
                let response = await router.answer(to: request.request(isAgain: true))
                #expect(response.body == Data("\(number)".utf8), "\(name): \(request.key)")
                let miss = await router.answer(to: mutant.request(isAgain: true))
                #expect(miss.isUnanswered, "\(name): \(mutant.key)")
            }
        }
    }
}
