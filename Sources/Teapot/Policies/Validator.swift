extension Teapot {
    /// A check of a successful response before it's decoded, for ``Options/validators``.
    ///
    /// If a check throws an error, the retriers are asked about it, as with any other error.
    ///
    /// ```swift
    /// options.validators = [.contentType("application/json")]
    /// ```
    public struct Validator: Sendable {
        let validate: @Sendable (Response, Request) throws -> Void

        /// Creates a check.
        ///
        /// - Parameter validate: A closure that receives the response and its request, and throws if the response isn't
        ///   a success. The call ends with `invalidResponseBody`, or with the thrown error if that is a
        ///   ``TeapotError``. After redirects, the request is the first one. For a download or a stream (including
        ///   events), the closure receives the response without its body, before the first byte is delivered.
        public init(_ validate: @escaping @Sendable (_ response: Response, _ request: Request) throws -> Void) {
            self.validate = validate
        }

        /// Creates a check of the media type; a response without a body always passes.
        ///
        /// - Parameter types: The media types that are accepted, without parameters, such as `application/json` or
        ///   `image/*`.
        /// - Returns: The check.
        public static func contentType(_ types: String...) -> Self {
            Self { response, request in
                let type = response.headers.mediaType
                let isAccepted = types.contains { accepted in
                    let accepted = Teapot.HeaderFields(["Content-Type": accepted]).mediaType ?? ""
                    return accepted == type || accepted == "*/*"
                        || accepted.hasSuffix("/*") && type?.hasPrefix(accepted.dropLast()) == true
                }
                let isBare = [204, 205, 304].contains(response.statusCode) || response.headers["Content-Length"] == "0"
                guard !isBare, request.method != .head, !isAccepted else { return }
                throw TeapotError.make(
                    .invalidResponseBody,
                    "expected \(types.joined(separator: " or ")), received \(type ?? "no Content-Type")",
                    response: response)
            }
        }
    }
}

extension Teapot.Call {
    /// The validators of the request in this attempt or, without any, the client's.
    var validators: [Teapot.Validator] {
        (first == nil ? plan.request.validators : first?.value.validators) ?? options.validators
    }

    /// Checks a successful response with the ``validators``.
    func validate(_ response: Teapot.Response) throws(TeapotError) {
        let request = first?.value ?? plan.request
        if validators.isEmpty { return }
        var response = request.readsJSON && plan.sink.isMemory ? response.readingJSONLeniently() : response
        if plan.sink.isFile, response.statusCode == 206, !request.hasConditions { response = response.wholeOfRanges() }
        for validator in validators {
            do { try validator.validate(response, request) } catch let error as TeapotError {
                throw .performing(request, error, response)
            } catch {
                let cause = options.hidingSecrets(of: error)
                throw .make(.invalidResponseBody, "\(cause)", response: response, underlying: cause)
            }
        }
    }
}
