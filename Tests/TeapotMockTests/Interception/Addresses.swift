import Teapot
import Testing

/// A URL of the service that these tests' routers stand in for.
func api(_ path: String) throws -> URL { try #require(URL(string: "https://api.test" + path)) }
