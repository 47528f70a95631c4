package import Foundation
import Teapot
public import TeapotMock
import TeapotMockWebSocket

extension MockFolder.Mock {
    /// Returns the mock's response, read from its file now.
    ///
    /// - Returns: A response with the status and delay in the file's name, the file as the body, and the media type of
    ///   its extension. The headers next to the file take precedence. Server-sent events are a stream.
    /// - Throws: A problem if the file can't be read, isn't the valid JSON or event stream that its name promises, or
    ///   has invalid headers.
    public func response() throws(MockFolder.Problem) -> Response { try load().response }

    /// Returns the mock's response with the bytes of its file as the body, in one piece and without a fault.
    ///
    /// - Returns: The response.
    /// - Throws: A problem with the files.
    package func document() throws(MockFolder.Problem) -> Response {
        var (response, bytes) = try contents()
        guard !isBody else { return response }
        response.body = bytes
        response.headers["Content-Type"] = isWebSocket ? "application/json" : "text/plain; charset=utf-8"
        return response
    }

    /// Returns the bytes of the file, read at this moment.
    ///
    /// - Returns: The bytes, even if they can't be turned into a response.
    /// - Throws: A problem if the file can't be read, or is a link that leads out of the folder.
    package func bytes() throws(MockFolder.Problem) -> Data { try read(location, at: path) }

    /// Checks whether the mock can respond with bytes other than those of its file.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: A problem like those of ``response()``.
    package func check(_ bytes: Data) throws(MockFolder.Problem) { _ = try load(bytes) }

    /// Returns the response of the mock, and whether its file looks complete.
    ///
    /// - Parameters:
    ///   - replacement: The bytes to use instead of the file's.
    ///   - isValid: Whether the file is known to be valid.
    /// - Returns: The response, and whether the file isn't empty and, if it consists of lines, ends with a line break.
    ///   A file that doesn't look complete may be the result of an unfinished save.
    /// - Throws: A problem with the files.
    func load(
        _ replacement: Data? = nil, isValid: Bool = false
    ) throws(MockFolder.Problem) -> (response: Response, isWhole: Bool) {
        var (response, bytes) = try contents(replacement)
        switch fileName.content {
        case .body:
            let format = BodyFormat(mediaType: mediaType, stated: response.headers.mediaType)
            // Editors may leave white space in an empty file. If the status has no body, that counts as no body, too.
            let isEmpty = bytes.isEmpty || !status.mayHaveContent && bytes.allSatisfy { " \t\r\n".utf8.contains($0) }
            if !isValid, !isEmpty, let problem = format.problem(bytes, at: path) { throw problem }
            try send(&response, as: format)
            return (response, format.isWhole(bytes))
        case .fault:
            response.fault = try fault(bytes)
            return (response, bytes.last == 0x0A || bytes.last == 0x0D)
        case .webSocket:
            response.content = .webSocket(try WebSocketScript(bytes, at: path).service)
            return (response, !bytes.isEmpty)
        }
    }

    /// Returns the mock's response with the bytes of its file as the body, and the bytes themselves, which a response
    /// may not have.
    private func contents(_ replacement: Data? = nil) throws(MockFolder.Problem) -> (response: Response, bytes: Data) {
        if let conditionProblem { throw conditionProblem }
        if fileName.content != .body, !delivery.isEmpty {
            let reason = "“fault” and “stream” in “\(ConditionFile.fileName)” apply only to files that are bodies"
            throw MockFolder.Problem(path, reason)
        }
        // Read the validators before the bytes. If the file is replaced in between, its next version still gets another
        // entity tag.
        var validators = Response.Validators(ofFile: location)
        // If there are several files, the date of one doesn't apply to the content of another (RFC 9110 §13.1.3).
        if !isOnly { validators?.lastModified = nil }
        let bytes = if let replacement { replacement } else { try self.bytes() }
        let (headers, problems) = statedHeaders
        if let problem = problems.first { throw problem }
        var response = Response(status: status, headers: headers, delay: delay)
        guard fileName.content == .body else { return (response, bytes) }
        if status.mayHaveContent {
            response.body = bytes
            if response.headers["Content-Type"] == nil, !bytes.isEmpty {
                response.headers.append(name: "Content-Type", value: mediaType)
            }
        }
        response.validators = validators
        return (response, bytes)
    }

    /// Returns the fault that a file names.
    private func fault(_ bytes: Data) throws(MockFolder.Problem) -> Response.Fault {
        let fault: WrittenFault
        let text = String(decoding: bytes.prefix(200), as: UTF8.self)
        do throws(WrittenFault.ParsingError) { fault = try WrittenFault(text) } catch {
            throw MockFolder.Problem(path, line: 1, column: 1, error.reason)
        }
        guard fault.hasEffect(onBodyOf: 0) else {
            let example = #"{"success_list.json": {"fault": "\#(fault.name.rawValue) 100"}}"#
            let reason = "“\(fault.name.rawValue)” needs a body; write \(example) into “\(ConditionFile.fileName)”"
            throw MockFolder.Problem(path, line: 1, column: 1, reason)
        }
        return fault.fault
    }

    /// Adds the pieces and the fault to a response.
    private func send(_ response: inout Response, as format: BodyFormat) throws(MockFolder.Problem) {
        let body = response.body
        if let pieces = delivery.stream?.recorded, pieces.total == body.count, !body.isEmpty {
            response.pieces = pieces
            response = response.inPieces(speed: speed)
            response.pieces = []
            addCacheControl(to: &response, format)
        } else if format == .events || delivery.stream?.recorded.isEmpty == true, !body.isEmpty {
            let count = delivery.stream?.count
            if format == .events, count != nil {
                let place = "“stream” in “\(ConditionFile.fileName)”"
                throw MockFolder.Problem(path, "events are sent one by one; leave “bytes” out of \(place)")
            }
            let division = count.map { BodyPieces.Division.bytes($0) } ?? (format == .events ? .events : .lines)
            let pieces = BodyPieces(body, by: division, every: delivery.stream?.interval ?? 0)
            response.content = .stream(Response.Stream(pieces, speed: speed))
            response.validators = nil
            // The total length is known, as over a slow network.
            if count != nil { response.headers["Content-Length"] = String(body.count) }
            addCacheControl(to: &response, format)
        }
        guard let fault = delivery.fault else { return }
        guard fault.hasEffect(onBodyOf: body.count) else {
            let count = String(counting: body.count, "byte")
            let place = "“fault” in “\(ConditionFile.fileName)”"
            throw MockFolder.Problem(path, "the body has \(count), so the \(place) has no effect")
        }
        response.fault = fault.fault
    }

    private func addCacheControl(to response: inout Response, _ format: BodyFormat) {
        guard format == .events, response.headers["Cache-Control"] == nil else { return }
        response.headers.append(name: "Cache-Control", value: "no-store")
    }

    /// The problems with the mock's files, apart from its condition; getting this property reads the files.
    package var problems: [MockFolder.Problem] {
        var mock = self
        mock.conditionProblem = nil
        do throws(MockFolder.Problem) { _ = try mock.response() } catch {
            let problems = statedHeaders.problems
            if problems.isEmpty { return [error] }
            // The body may have a problem, too.
            mock.headersLocation = nil
            return problems + mock.problems
        }
        return piecesProblem.map { [$0] } ?? []
    }

    /// The problem with recorded pieces that are ignored because they don't add up to the file, or `nil` if none.
    var piecesProblem: MockFolder.Problem? {
        guard let pieces = delivery.stream?.recorded, !pieces.isEmpty, let size = FileStamp(location)?.size,
            let total = pieces.total, total != Int(size)
        else { return nil }
        return MockFolder.Problem(
            path,
            "it has \(String(counting: Int(size), "byte")), and the “pieces” in “\(ConditionFile.fileName)” have "
                + "\(total), so it is sent without them; record it again, or remove “pieces”")
    }

    /// Whether the headers next to the file include a media type.
    package var statesMediaType: Bool { statedHeaders.fields["Content-Type"] != nil }

    /// The headers in the file next to this one, and the problems with them; getting this property reads the file.
    private var statedHeaders: (fields: Teapot.HeaderFields, problems: [MockFolder.Problem]) {
        guard let headersLocation else { return ([:], []) }
        let rootLength = location.utf8.count - path.utf8.count
        let file = String(decoding: headersLocation.utf8.dropFirst(rootLength), as: UTF8.self)
        var (fields, problems): (Teapot.HeaderFields, [MockFolder.Problem]) = ([:], [])
        do throws(MockFolder.Problem) {
            let text = try read(headersLocation, at: file)
            let expected = #"expected an object of headers: {"ETag": "\"1\""}"#
            let members = try MockFolder.Problem.object(in: text, at: file, expected)
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                let texts = (value as? [any Sendable] ?? [value]) as? [String]
                let kind = texts == nil ? "“\(name)” must be a string, or a list of strings" : nil
                let flaws = (texts ?? []).compactMap { Teapot.HeaderFields.Field(name: name, value: $0).flaw }
                if let flaw = kind ?? flaws.first {
                    problems.append(MockFolder.Problem(file, at: JSONPointer().member(name), in: text, flaw))
                }
                for value in texts ?? [] { fields.append(name: name, value: value) }
            }
        } catch { problems.append(error) }
        return (fields, problems)
    }

    private func read(_ location: String, at path: String) throws(MockFolder.Problem) -> Data {
        // The item may have changed since the folder was listed.
        let root = location.dropLast(path.count)
        switch FileKind(location, inside: root.count > 1 ? String(root.dropLast()) : String(root)) {
        case .file: break
        case .gone: throw MockFolder.Problem(path, "the file no longer exists")
        case .directory: throw MockFolder.Problem(path, "it is a directory now")
        case .refused(let reason): throw MockFolder.Problem(path, reason)
        }
        guard let data = FileManager.default.contents(atPath: location) else {
            throw MockFolder.Problem(path, "it can't be read")
        }
        return data
    }
}
