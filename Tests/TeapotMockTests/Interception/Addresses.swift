import Foundation
import Teapot
import Testing

/// Returns a URL of the service that the routers of these tests replace.
func api(_ path: String) throws -> URL { try #require(URL(string: "https://api.test" + path)) }
