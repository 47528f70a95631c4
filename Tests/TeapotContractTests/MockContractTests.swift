import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of every verb, with every kind of body, for every kind of response, on both clients.
@Suite(.inTurn) struct `The mock client behaves like the real one` {
    @Test(arguments: ["completion", "async", "decoding", "image", "download"])
    func `each exchange gives the same result, field by field`(style: String) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString).txt")
        try Data("a file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // In neither number of exchanges does the step divide the numbers of verbs, bodies and answers.
        let exchanges: [Exchange] =
            switch style {
            case "completion": Size.spread(Exchange.all, usual: 650)
            case "async": Size.spread(Exchange.all, usual: 180)
            default: Exchange.all.filter { $0.verb == .get && $0.body == .nothing }
            }
        let answers = Answer.all.enumerated().map { ("/api/\($0.offset)", $0.element.response) }
        let pair = try Pair(Dictionary(uniqueKeysWithValues: answers))
        for exchange in exchanges {
            let index = Answer.all.firstIndex { $0.name == exchange.answer.name } ?? -1
            let path = "api/\(index)?q=1"
            let real = await observe(pair.teapot, exchange, path, style, file)
            let mocked = await observe(pair.mock, exchange, path, style, file)
            #expect(real == mocked, "\(exchange)")
            let (server, mock) = pair.takeRequests()
            #expect(server == mock, "\(exchange)")
            #expect(server.count == (exchange.isSent ? 1 : 0), "\(exchange)")
        }
        await pair.stop()
    }

    private func observe(
        _ client: any TeapotClient,
        _ exchange: Exchange,
        _ path: String,
        _ style: String,
        _ file: URL
    ) async -> Observation {
        func open(_ parameters: some Teapot.Parameters) async -> Observation {
            await observe(client, exchange.verb, path, parameters, style)
        }
        return await open(exchange.body.parameters(file: file))
    }

    private func observe(
        _ client: any TeapotClient,
        _ verb: Teapot.Method,
        _ path: String,
        _ parameters: some Teapot.Parameters,
        _ style: String
    ) async -> Observation {
        do throws(TeapotError) {
            switch style {
            case "completion":
                return await completed(client, verb, path, parameters)
            case "async":
                return Observation(
                    .success(try await client.request(verb, path, parameters: parameters)),
                    from: client.baseURL
                )
            case "decoding":
                let value: [String: Int] = try await client.get(path)
                return Observation(
                    .success(Teapot.Response(url: client.baseURL, statusCode: value.count)),
                    from: client.baseURL
                )
            case "image":
                _ = try await client.downloadImage(path)
                return Observation(.success(Teapot.Response(url: client.baseURL, statusCode: 1)), from: client.baseURL)
            default:
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: file) }
                var response = try await client.download(path, to: file)
                response.body = (try? Data(contentsOf: file)) ?? Data("no file".utf8)
                return Observation(.success(response), from: client.baseURL)
            }
        } catch {
            return Observation(.failure(error), from: client.baseURL)
        }
    }

    private func completed(
        _ client: any TeapotClient,
        _ verb: Teapot.Method,
        _ path: String,
        _ parameters: some Teapot.Parameters
    ) async -> Observation {
        let handle = Locked(false)
        let result = await withCheckedContinuation { continuation in
            let task = call(client, verb, path, parameters) { continuation.resume(returning: $0) }
            handle.withLock { $0 = task != nil }
        }
        return Observation(result, hasHandle: handle.withLock { $0 })
    }

    /// Calls the verb by its own name, so that each of them is tested.
    private func call(
        _ client: any TeapotClient,
        _ verb: Teapot.Method,
        _ path: String,
        _ parameters: some Teapot.Parameters,
        _ completion: @escaping @Sendable (NetworkResult) -> Void
    ) -> (any TeapotTask)? {
        switch verb {
        case .get: client.get(path, parameters: parameters, completion: completion)
        case .head: client.head(path, parameters: parameters, completion: completion)
        case .post: client.post(path, parameters: parameters, completion: completion)
        case .put: client.put(path, parameters: parameters, completion: completion)
        case .patch: client.patch(path, parameters: parameters, completion: completion)
        case .delete: client.delete(path, parameters: parameters, completion: completion)
        default: client.request(verb, path, parameters: parameters, completion: completion)
        }
    }
}

extension Exchange {
    /// Whether there is a body to send: a `GET` or `HEAD` only accepts a dictionary, as a query.
    fileprivate var isSent: Bool {
        if body == .unencodable { return false }
        return (verb != .get && verb != .head) || body == .nothing || body == .dictionary
    }
}
