import Teapot

extension WireMockImport {
    /// How long a stub waits before each answer, besides what its response says.
    struct Delay: Sendable {
        /// How random delays are spread, in milliseconds.
        enum Distribution: Sendable {
            /// All are as likely.
            case uniform(ClosedRange<Double>)
            /// Most are near the median, and few are much longer; `most` cuts those off.
            case logNormal(median: Double, sigma: Double, most: Double?)
        }

        private let distribution: Distribution?
        private let numbers: Guarded<RandomNumbers>

        init(_ distribution: Distribution?, seed: UInt64) {
            self.distribution = distribution
            numbers = Guarded(RandomNumbers(state: seed))
        }

        /// The next delay, in seconds.
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

        /// What answers with a response.
        func handler(of response: Response) -> Route.Handler {
            guard distribution != nil else { return .responses([response]) }
            return .immediate { _ in
                var response = response
                response.delay += next()
                return response
            }
        }

        /// What answers as a live server does.
        ///
        /// - Parameters:
        ///   - passthrough: What asks it.
        ///   - headerFields: Header fields that the answer has besides its own.
        ///   - fixed: How long to wait in any case, in seconds.
        /// - Returns: The handler.
        func handler(
            of passthrough: Passthrough, adding headerFields: Teapot.HeaderFields, after fixed: Double
        ) -> Route.Handler {
            .suspending { request in
                var response = try await passthrough.respond(to: request)
                for field in headerFields { response.headerFields.append(name: field.name, value: field.value) }
                response.delay += fixed + next()
                return response
            }
        }
    }
}

/// Numbers that are the same for the same seed (SplitMix64).
private struct RandomNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of the standard normal distribution (Box and Muller's method).
    mutating func nextNormal() -> Double {
        let radius = (-2 * log(Double.random(in: Double.leastNormalMagnitude...1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
