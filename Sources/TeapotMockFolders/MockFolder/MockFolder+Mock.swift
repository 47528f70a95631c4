public import Foundation
public import Teapot
public import TeapotMock

extension MockFolder {
    /// A file in a folder, with the requests that it can respond to.
    public struct Mock: Sendable, Equatable, Identifiable {
        /// The file's path below the folder, such as `products/success_productList.json`.
        public let path: String
        /// The file's URL.
        public var url: URL { URL(fileURLWithPath: location, isDirectory: false) }
        /// The path of the file's directory below the folder, such as `/products`, or `/` for the folder itself.
        public let folder: String
        /// The end of the paths of requests that the mock can respond to, such as `/v1/staging/products`.
        ///
        /// A segment in braces, such as `{id}`, matches any one segment.
        public let requestPath: String
        /// Whether the mock is offered for every request, because it's in the directory `General`.
        public let isGeneral: Bool
        /// The mock's condition in the directory's index file, or `nil` if there's none.
        public let condition: RequestCondition?
        /// The reason the entry in the index file can't be used.
        package var conditionProblem: Problem?
        /// The way the response is sent, as stated in the index file.
        let delivery: Delivery
        let fileName: MockFileName
        /// The path of the file in the file system.
        let location: String
        /// The path of the file with its headers in the file system, or `nil` if there's none.
        package var headersLocation: String?
        /// Whether no other mock can answer the same requests.
        var isOnly = false
        /// The playback speed of the mock's pauses, in seconds of pauses per second.
        var speed = 1.0

        /// The file's path below the folder.
        public var id: String { path }
        /// The display name, such as `productList`.
        public var name: String { fileName.name }
        /// Whether the mock is a successful response: its name begins with `success_` or, if it doesn't begin with
        /// `error_` either, its status is below 400.
        public var isSuccess: Bool { fileName.isSuccess }
        /// The status of the response: the one in the file's name (by default, 200, or 400 for an error), or 101 for a
        /// WebSocket.
        public var status: Teapot.StatusCode { isWebSocket ? 101 : fileName.status }
        /// The time to wait before responding, in seconds.
        public var delay: Double { fileName.delay }
        /// The file's name.
        package var file: String { path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path }
        /// The media type of the file's extension.
        var mediaType: String { path.lowercased().hasSuffix(".jsonl") ? "application/jsonl" : MediaType.named(path) }
        /// The method in the mock's name or condition, in uppercase, or `nil` if there's none.
        public var method: String? { fileName.method ?? condition?.method?.uppercased() }
        /// The condition without the method and the path, such as `query page=2`, or `nil` if there's none.
        package var conditionText: String? {
            guard var rest = condition else { return nil }
            (rest.method, rest.path, rest.exactPath) = (nil, nil, nil)
            return rest.text
        }
        /// The response in one or two words, such as `200`, `200 events`, `timedOut` or `WebSocket`.
        package var summary: String {
            if isWebSocket { return "WebSocket" }
            if !isBody { return "fault" }
            let fault = delivery.fault
            if let fault, !fault.fault.hasResponse { return fault.name.rawValue }
            let isEvents = mediaType == "text/event-stream"
            let parts = [isEvents ? "events" : delivery.stream.map { _ in "stream" }, fault?.name.rawValue]
            return ([String(status.rawValue)] + parts.compactMap(\.self)).joined(separator: " ")
        }
        /// Whether the file is the body of the response.
        package var isBody: Bool { fileName.content == .body }
        /// Whether the file is the script of a WebSocket.
        package var isWebSocket: Bool { fileName.content == .webSocket }
    }
}
