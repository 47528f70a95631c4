import Foundation
import Teapot

extension CallSites {
    /// 28 to 33: a controller with completions.
    @MainActor final class Controller {
        var title = ""
        var parameters: [String: Any] = ["page": 1]
        var image: Teapot.Image?
        var received = 0
        var task: (any TeapotTask)?

        /// 28: a property of the main actor, set when the result arrives.
        func load(_ teapot: any TeapotClient, then done: @escaping @MainActor () -> Void) {
            task = teapot.get(
                "title", parameters: parameters,
                completion: Teapot.onMain { [weak self] result in
                    if case .success(let json, _) = result { self?.title = json?.dictionary?["title"] as? String ?? "" }
                    done()
                })
        }

        /// 29: an image that is displayed.
        func loadImage(_ teapot: any TeapotClient, then done: @escaping @MainActor () -> Void) {
            teapot.downloadImage(
                "logo",
                completion: Teapot.onMain { [weak self] result in
                    if case .success(let image, _) = result { self?.image = image }
                    done()
                })
        }

        /// 30: a completion that calls another one of the main actor.
        func send(_ teapot: any TeapotClient, completion: @escaping @MainActor (Result<Int, TeapotError>) -> Void) {
            teapot.post(
                "title", parameters: parameters,
                completion: Teapot.onMain { result in
                    switch result {
                    case .success(_, let response): completion(.success(response.statusCode))
                    case .failure(_, _, let error): completion(.failure(error))
                    }
                })
        }

        /// 31: a method as the completion.
        func loadWithMethod(_ teapot: any TeapotClient) { teapot.get("title", completion: Teapot.onMain(show)) }
        func show(_ result: NetworkResult) { title = "\(result.error == nil)" }

        /// 32: progress and completion of an upload.
        func upload(_ teapot: any TeapotClient, then done: @escaping @MainActor () -> Void) {
            teapot.request(
                .post, "files", parameters: parameters, progress: Teapot.onMain { _ in self.received += 1 },
                completion: Teapot.onMain { _ in done() })
        }

        /// 33: a result that is known to arrive on the main queue.
        func loadOnMainQueue(_ teapot: Teapot) {
            teapot.get("title", deliveryQueue: .main) { result in
                MainActor.assumeIsolated { self.show(result) }
            }
        }
    }

    /// 34, 35: completions outside any actor, on the client's queue and on one of the caller's.
    final class Legacy: Sendable {
        func load(_ teapot: any TeapotClient, completion: @escaping @Sendable (Int) -> Void) {
            teapot.get("users", parameters: ["page": 1]) { result in
                if case .success(_, let response) = result { completion(response.statusCode) }
            }
        }

        func load(_ teapot: any TeapotClient, on queue: DispatchQueue, completion: @escaping @Sendable (Int) -> Void) {
            teapot.get("users", deliveryQueue: queue) { result in
                switch result {
                case .success(_, let response): completion(response.statusCode)
                case .failure(_, let response, _): completion(response.statusCode)
                }
            }
        }
    }
}
