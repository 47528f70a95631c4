import Foundation
import Teapot
import TeapotMockDrift

/// A request from the command line, from its arguments to its exit status.
struct ClientCall: Sendable {
    private let method: Teapot.Method
    private let arguments: Arguments
    private let address: Address
    private let items: RequestItems
    private let headers: Teapot.HeaderFields
    private let credentials: (name: String, password: String)?
    private let parts: [Teapot.Part]
    private let download: ContinuedDownload?
    private let timeout: Double

    /// Creates a call from the arguments.
    ///
    /// - Throws: ``UsageError``.
    init(_ method: Teapot.Method, _ arguments: Arguments) throws {
        let text = arguments.word(0) ?? ""
        guard let address = Address(text) else {
            let reason = Address.flaw(of: text)
            throw arguments.misuse("“\(text)” is not a URL\(reason); use one such as http://localhost:8080/teas.")
        }
        self.method = method
        self.arguments = arguments
        self.address = address
        items = try RequestItems(Array(arguments.words.dropFirst()), arguments, hasBody: method.mayHaveFields)
        headers = try arguments.headers()
        credentials = try Self.credentials(arguments, address)
        parts = try arguments.parts()
        timeout = try arguments.seconds("timeout") ?? 60
        let isWhole = "is the whole body; fields and “--form” can't be combined with it"
        if !items.fields.isEmpty || arguments.has("form") { try arguments.refuse(["data"], isWhole) }
        let isMultipart = "makes a multipart form; “--data” and “--form” can't be combined with it"
        if arguments.has("data") || arguments.has("form") { try arguments.refuse(["part"], isMultipart) }
        download = try ContinuedDownload(arguments, of: address)
    }

    /// Sends the request, and prints the response.
    func run(_ console: Console) async throws -> ExitStatus {
        guard let url = URL(string: address.base) else { throw arguments.misuse("“\(address.base)” is not a URL.") }
        var options = Teapot.Options()
        options.headers = ["User-Agent": "teapot/\(Version.number)"]
        options.redirects.maximum = arguments.has("follow") ? 20 : 0
        let teapot = Teapot(baseURL: url, defaultDeliveryQueue: nil, options: options)
        if arguments.has("verbose") {
            teapot.logger.level = .incomingAndOutgoingData
            // Don't log failures, because they're reported at the end.
            teapot.logger.sink = { level, message in if level != .error { console.note(message.printable) } }
        }
        let status = try await StopSignals.cancelling {
            var printer = ResponsePrinter(console, arguments, includesHead: method.isAboutHead, download)
            if method == .get { printer.url = address.base + address.path }
            return try await receive(from: teapot, &printer)
        }
        if arguments.has("no-fail") { return .success }
        return status < 400 ? .success : status < 500 ? .clientError : .serverError
    }

    /// Prints the response as it arrives, and returns its status.
    private func receive(from teapot: Teapot, _ printer: inout ResponsePrinter) async throws -> Int {
        do {
            let stream = try await send(with: teapot)
            try printer.begin(stream.response)
            for try await piece in stream { try printer.take(piece) }
            try printer.end()
            return stream.response.statusCode
        } catch let error as TeapotError {
            // An unsuccessful response is an error that contains the whole response.
            guard let response = error.response, error.type == .invalidResponseStatus else {
                let rest = printer.abandon(isCut: error.type != .cancelled)
                throw failure(error, rest)
            }
            try printer.begin(response)
            try printer.take(response.body)
            try printer.end()
            return printer.isComplete ? 200 : response.statusCode
        } catch {
            printer.abandon()
            throw error
        }
    }

    private func send(with teapot: Teapot) async throws -> Teapot.ByteStream {
        let parameters = try parameters()
        var headers = headers
        if let (name, password) = credentials {
            headers["Authorization"] = try teapot.basicAuthenticationValue(username: name, password: password)
        }
        if let token = arguments["bearer"] { headers["Authorization"] = "Bearer " + token }
        for field in download?.headers ?? [:] { headers[field.name] = field.value }
        let query = items.query + (method.mayHaveFields ? [] : try items.texts(arguments))
        return try await teapot.stream(
            address.path, method: method, query: Teapot.Query(query), parameters: parameters,
            headerFields: headers.combined, timeout: timeout)
    }

    private func parameters() throws -> any Teapot.Parameters {
        if let data = arguments["data"] { return try BodySource(data).payload() }
        if !parts.isEmpty {
            return .multipart(try items.texts(arguments).map { Teapot.Part.field($0.name, $0.value ?? "") } + parts)
        }
        if items.fields.isEmpty || !method.mayHaveFields { return Teapot.Payload.none }
        if arguments.has("form") { return Teapot.Payload.form(.init(try items.texts(arguments))) }
        return try items.object(arguments)
    }

    /// Returns the error to report for a failure without a response, or with only part of one.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - rest: A space and a sentence about the partial file, or an empty string.
    /// - Returns: The error.
    private func failure(_ error: TeapotError, _ rest: String) -> any Error {
        switch error.type {
        case .invalidRequestPath, .invalidPayload, .invalidQuery, .invalidHeader, .invalidTimeout:
            return arguments.misuse(error.description)
        case .fileFailed: return Failure(error.description, .noInput)
        default:
            let cause = (error.underlyingError as? URLError)?.reason("at \(address.base)")
            let reason = cause.map { "\($0)." } ?? error.localizedDescription
            let isLocal = ["https://localhost", "https://127."].contains { address.base.hasPrefix($0) }
            let plain = isLocal ? " If it has no TLS, use http\(address.base.dropFirst(5))." : ""
            let isPath = cause == "there is no such host" && arguments.word(0)?.contains(/[.:]/) == false
            let path = isPath ? " For a server on this machine, use :\(Address.defaultPort)/\(arguments.words[0])." : ""
            return Failure("\(method) \(address.base)\(address.path): \(reason)\(rest)\(plain)\(path)", .noResponse)
        }
    }
}

extension ClientCall {
    /// Returns the name and password from an option or the URL, or `nil` if there are none.
    private static func credentials(_ arguments: Arguments, _ address: Address) throws(UsageError)
        -> (name: String, password: String)?
    {
        guard let user = arguments["user"] ?? address.credentials else { return nil }
        try arguments.refuse(["bearer"], "and a user with a password can't be combined; use one")
        guard let colon = user.firstIndex(of: ":") else {
            let place = arguments.has("user") ? "“--user”" : "the URL"
            throw arguments.misuse("\(place) requires NAME:PASSWORD; there is no prompt for the password.")
        }
        return (String(user[..<colon]), String(user[user.index(after: colon)...]))
    }
}
