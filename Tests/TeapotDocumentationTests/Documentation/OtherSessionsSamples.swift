import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

// swift-format-ignore
/// The library in the article AnsweringSessionsOfOtherCode.
private enum Library {
    final class WeatherKit: Sendable {
        private let session: URLSession

        init(configuration: URLSessionConfiguration = .default) {
            session = URLSession(configuration: configuration)
        }

        func temperature(in city: String) async throws -> Int {
            let url = URL(string: "https://weather.test/v2/cities")!.appending(component: city)
            let (data, _) = try await session.data(from: url)
            return try JSONDecoder().decode([String: Int].self, from: data)["temperature"] ?? 0
        }
    }
}

/// The samples in the article AnsweringSessionsOfOtherCode.
@Suite(.inTurn, .serialized) struct `The samples about sessions of other code` {
    private typealias WeatherKit = Library.WeatherKit

    @Test func `a configuration that is passed`() async throws {
        let router = Router("https://weather.test/v2")
        router.get("/cities/:name") { _ in ["temperature": 21] }
        let kit = WeatherKit(configuration: .ephemeral.answered(by: router))
        #expect(try await kit.temperature(in: "Lisbon") == 21)
        #expect(try await kit.temperature(in: "São Paulo/?") == 21)
        #expect(router.requests.last?.path == "/v2/cities/S%C3%A3o%20Paulo%2F%3F")
    }

    @Test func `a router that is registered`() async throws {
        let router = Router.register("weather.test")
        defer { Router.unregister("weather.test") }
        router.get("/v2/cities/:name") { _ in ["temperature": 21] }

        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = [Router.interceptor] + (configuration.protocolClasses ?? [])
        let kit = WeatherKit(configuration: configuration)
        #expect(try await kit.temperature(in: "Lisbon") == 21)
        let url = try #require(URL(string: "http://eu.weather.test/v2/cities/Rome"))
        #expect(try await URLSession.shared.data(from: url).0 == Data(#"{"temperature":21}"#.utf8))
    }
}
