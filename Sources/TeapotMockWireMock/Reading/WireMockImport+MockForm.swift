import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders

extension WireMockImport {
    /// A stub as a mock in a folder, and the parts that a folder can't represent.
    struct MockForm: Sendable {
        /// The requests that the mock is for.
        var condition = RequestCondition()
        /// The response, with a body of bytes.
        var response = Response()
        /// The number of bytes in each piece of the body, and the time between pieces, in seconds.
        var pieces: (count: Int, interval: Double)?
        /// The places of the conditions on headers.
        var headerNodes: [String: JSONNode] = [:]
        /// The place of the condition on the body.
        var bodyNode: JSONNode?
        /// The places of the request and of the response.
        var requestNode: JSONNode?
        var responseNode: JSONNode?
        /// The place of the priority.
        var priority: JSONNode?
        /// The reasons a folder can't represent the stub.
        var obstacles: [Problem] = []
        /// The differences of the mock from the stub.
        var differences: [Problem] = []

        /// The longest delay that the name of a mock can have, in seconds.
        static let longestDelay = 86_400.0

        /// Returns whether the name of a mock can have a method.
        static func isNameable(_ method: String) -> Bool {
            (try? MockFileName("success_200_\(method)_x.json"))?.method == method
        }
    }
}
