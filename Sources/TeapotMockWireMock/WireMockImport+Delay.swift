import Foundation
import Teapot
import TeapotMock
import TeapotMockLive

extension WireMockImport {
    /// A stub's random delay before each response, in addition to the delay of the response itself.
    struct Delay: Sendable {
        /// A distribution of random delays, in milliseconds.
        enum Distribution: Sendable {
            /// All values are equally likely.
            case uniform(ClosedRange<Double>)
            /// Most values are near the median, and a few are much longer; `most` is the maximum.
            case logNormal(median: Double, sigma: Double, most: Double?)
        }

        private let distribution: Distribution?
        private let numbers: Locked<SeededNumbers>

        init(_ distribution: Distribution?, seed: UInt64) {
            self.distribution = distribution
            numbers = Locked(SeededNumbers(seed: seed))
        }

        /// Returns the next delay, in seconds.
        func next() -> Double {
            switch distribution {
            case nil: return 0
            case .uniform(let range)?: return numbers.withLock { .random(in: range, using: &$0) } / 1000
            case .logNormal(let median, let sigma, let most)?:
                let most = most ?? .greatestFiniteMagnitude
                for _ in 0..<100 {
                    let time = median * exp(sigma * numbers.withLock { $0.nextNormal() })
                    if time <= most { return time / 1000 }
                }
                return most / 1000
            }
        }

        /// Returns a handler that responds with a response.
        func handler(of response: Response) -> Route.Handler {
            guard distribution != nil else { return .responses([response]) }
            return .immediate { _ in
                var response = response
                response.delay += next()
                return response
            }
        }

        /// Returns a handler that responds like a live server.
        ///
        /// - Parameters:
        ///   - passthrough: The passthrough to the server.
        ///   - headers: Headers to add to the response.
        ///   - fixed: The minimum delay, in seconds.
        /// - Returns: The handler.
        func handler(
            of passthrough: Passthrough, adding headers: Teapot.HeaderFields, after fixed: Double
        ) -> Route.Handler {
            .suspending { request in
                var response = try await passthrough.respond(to: request)
                for field in headers { response.headers.append(name: field.name, value: field.value) }
                response.delay += fixed + next()
                return response
            }
        }
    }
}

extension SeededNumbers {
    /// Returns a number from the standard normal distribution (the Box–Muller method).
    fileprivate mutating func nextNormal() -> Double {
        let radius = (-2 * log(Double.random(in: Double.leastNormalMagnitude...1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
