import Foundation
import Teapot
import TeapotMock

/// A serializer of responses to the bytes of HTTP/1.1 (RFC 9112 §4 to §7).
struct ResponseSerializer {
    /// The properties of the request that determine the form of the response.
    struct Exchange: Equatable {
        var isHead = false
        var minorVersion = 1
        /// A Boolean value that indicates whether the connection remains open after this response.
        var keepsAlive = true
    }

    /// The way in which a client determines the end of a body (RFC 9112 §6.3).
    enum Framing: Equatable {
        /// There is no body; a length is declared if it describes the body of another response, as for HEAD.
        case none(told: Int?)
        /// The length of the body.
        case length(Int)
        /// The last chunk.
        case chunked
        /// The end of the connection, for HTTP/1.0 clients.
        case close

        /// The declared length of the body that is sent, in bytes; `nil` if none is declared.
        var length: Int? { if case .length(let length) = self { length } else { nil } }
    }

    /// The interim response that asks for the body (RFC 9110 §15.2.1).
    static let continueBytes: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"

    /// Writes a response's head.
    ///
    /// - Parameters:
    ///   - response: The response; nothing is written if it can't be sent.
    ///   - framing: The framing of the body; see ``framing(of:for:)``.
    ///   - exchange: The properties of the request; the response's own `Connection` field may close the connection.
    ///   - date: The value of the `Date` field.
    ///   - output: The output to write to.
    /// - Throws: ``UnsendableResponse`` if the response can't be sent.
    static func writeHead(
        of response: Response,
        framing: Framing,
        for exchange: inout Exchange,
        date: [UInt8],
        to output: inout Output
    ) throws(UnsendableResponse) {
        let beginning = output.position
        do throws(UnsendableResponse) {
            try check(response)
            try writeFields(of: response, framing, &exchange, date, to: &output)
        } catch {
            output.removeAll(from: beginning)
            throw error
        }
    }

    private static func writeFields(
        of response: Response, _ framing: Framing, _ exchange: inout Exchange, _ date: [UInt8], to output: inout Output
    ) throws(UnsendableResponse) {
        write(response.status, to: &output)
        var (hasDate, hasConnection) = (false, false)
        for field in response.headerFields.fields {
            switch SpecialField(field.name) {
            case .framing: continue
            case .connection:
                hasConnection = true
                continue
            case .date: hasDate = true
            case nil: break
            }
            try write(field, to: &output)
        }
        if !hasDate {  // RFC 9110 §6.6.1.
            output.append("Date: ")
            output.append(date)
            output.append("\r\n")
        }
        switch framing {
        case .length(let length), .none(told: let length?):
            output.append("Content-Length: ")
            output.append(length)
            output.append("\r\n")
        case .chunked: output.append("Transfer-Encoding: chunked\r\n")
        case .close, .none: break
        }
        if hasConnection || !exchange.keepsAlive || exchange.minorVersion == 0 {
            let options = response.headerFields.connectionOptions
            if options.contains("close") { exchange.keepsAlive = false }
            writeConnection(options, for: exchange, to: &output)
        }
        output.append("\r\n")
    }

    /// Returns the bytes of a head up to the value of the `Date` field, if the fields are sent as they are.
    ///
    /// - Parameters:
    ///   - status: The status of a response with a body.
    ///   - fields: The fields of the response.
    /// - Returns: The bytes, or `nil` if the server changes the fields or they can't be sent.
    static func beginning(_ status: Teapot.StatusCode, _ fields: [Teapot.HeaderFields.Field]) -> [UInt8]? {
        var output = Output()
        write(status, to: &output)
        do throws(UnsendableResponse) {
            for field in fields {
                guard SpecialField(field.name) == nil else { return nil }
                try write(field, to: &output)
            }
        } catch {
            return nil
        }
        output.append("Date: ")
        return Array(output.bytes(from: 0))
    }

    /// A field of a response that the server may not send as it is.
    private enum SpecialField {
        /// A field that determines the end of a body.
        ///
        /// The server writes these fields and `Connection` itself. Those of the response were often recorded elsewhere,
        /// and may not match the bytes that are sent.
        case framing
        case connection
        /// The field that the server adds if it is missing.
        case date

        init?(_ name: String) {
            switch name.utf8.count {
            case 14 where name.isSameHeaderName(as: "Content-Length"),
                17 where name.isSameHeaderName(as: "Transfer-Encoding"):
                self = .framing
            case 10 where name.isSameHeaderName(as: "Connection"): self = .connection
            case 4 where name.isSameHeaderName(as: "Date"): self = .date
            default: return nil
            }
        }
    }

    private static func write(_ status: Teapot.StatusCode, to output: inout Output) {
        if status.rawValue == 200 { return output.append("HTTP/1.1 200 OK\r\n") }
        output.append("HTTP/1.1 ")
        output.append(status.rawValue)
        output.append(" ")
        output.append(status.reasonPhrase)
        output.append("\r\n")
    }

    private static func writeConnection(_ told: [String], for exchange: Exchange, to output: inout Output) {
        var options = told.filter { $0 != "close" && $0 != "keep-alive" }
        if !exchange.keepsAlive {
            options.append("close")  // RFC 9112 §9.6.
        } else if exchange.minorVersion == 0 {
            options.append("keep-alive")  // RFC 9112 §9.3: HTTP/1.0 must hear that it was granted.
        }
        guard !options.isEmpty else { return }
        output.append("Connection: ")
        output.append(options.joined(separator: ", "))
        output.append("\r\n")
    }

    /// Returns the framing of a response's body.
    static func framing(of response: Response, for exchange: Exchange) -> Framing {
        let told = response.toldLength
        switch response.status.rawValue {
        case 100..<200, 204: return .none(told: nil)  // RFC 9110 §8.6: no Content-Length.
        case 205: return .none(told: 0)
        case 304: return .none(told: response.body.isEmpty ? told : response.body.count)
        default: break
        }
        switch response.content {
        case .stream:
            if let told { return exchange.isHead ? .none(told: told) : .length(told) }
            if exchange.isHead { return .none(told: nil) }
            return exchange.minorVersion > 0 ? .chunked : .close
        default:
            // For HEAD the length is that of the GET response, which the handler can declare if its body is empty.
            if exchange.isHead { return .none(told: response.body.isEmpty ? told ?? 0 : response.body.count) }
            let isChunked = !response.trailers.isEmpty && exchange.minorVersion > 0
            return isChunked ? .chunked : .length(response.body.count)
        }
    }

    /// Writes a piece of a body, if a body is sent; an empty piece is not written.
    static func writePiece(_ piece: Data, framing: Framing, to output: inout Output) {
        guard !piece.isEmpty else { return }
        switch framing {
        case .none:
            break
        case .length, .close:
            output.append(piece)
        case .chunked:
            output.append(String(piece.count, radix: 16))
            output.append("\r\n")
            output.append(piece)
            output.append("\r\n")
        }
    }

    /// Writes the last chunk and the trailers (RFC 9112 §7.1.2).
    static func writeEnd(_ trailers: Teapot.HeaderFields, framing: Framing, to output: inout Output) {
        guard framing == .chunked else { return }
        output.append("0\r\n")
        // The trailers were checked before the head was sent.
        for field in trailers { try? write(field, to: &output) }
        output.append("\r\n")
    }

    /// Writes a field, and then checks the written bytes.
    private static func write(
        _ field: Teapot.HeaderFields.Field,
        to output: inout Output
    ) throws(UnsendableResponse) {
        let name = output.position
        output.append(field.name)
        guard output.bytes(from: name).isToken else { throw UnsendableResponse(badName: field) }
        output.append(": ")
        let value = output.position
        output.append(field.value)
        guard output.bytes(from: value).isFieldValue else { throw UnsendableResponse(badValue: field) }
        output.append("\r\n")
    }
}

extension ResponseSerializer {
    /// Checks the parts that are not checked while they are written.
    private static func check(_ response: Response) throws(UnsendableResponse) {
        if let file = response.file {
            throw UnsendableResponse("It names the fixture “\(file)”, which only a router can look up.")
        }
        if let fault = response.fault, fault.wire == nil {
            throw UnsendableResponse("It fails with \(fault.error), which a server can't cause in its client.")
        }
        let status = response.status.rawValue
        // RFC 9110 §15: three digits; an interim status (1xx) is not a final response.
        guard (200...999).contains(status) || status == 101 else {
            throw UnsendableResponse("The status \(status) is not from 200 to 999.")
        }
        for field in response.trailers {
            guard field.name.isToken else { throw UnsendableResponse(badName: field) }
            let isValue = field.value.utf8.allSatisfy(\.isFieldValueCharacter)
            guard isValue else { throw UnsendableResponse(badValue: field) }
        }
    }
}

/// The reason why a handler's response can't be expressed in HTTP.
struct UnsendableResponse: Error, Equatable {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    init(badName field: Teapot.HeaderFields.Field) {
        self.init("The header name \(Rejection.quoted(field.name.utf8)) is not a token.")
    }

    init(badValue field: Teapot.HeaderFields.Field) {
        self.init("The value \(Rejection.quoted(field.value.utf8)) of \(field.name) has control characters.")
    }
}

extension Response {
    /// Returns a response in plain text that the server generates itself.
    static func plain(_ status: Teapot.StatusCode, _ text: String) -> Response {
        Response(
            status: status,
            headerFields: ["Content-Type": "text/plain; charset=utf-8"],
            body: Data("\(text)\n".utf8)
        )
    }

    /// The response's own `Content-Length`, if it is valid.
    fileprivate var toldLength: Int? {
        guard let told = headerFields["Content-Length"], told.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(told)
    }
}

extension Teapot.HeaderFields {
    /// The options of the `Connection` field in lowercase (RFC 9110 §7.6.1).
    var connectionOptions: [String] {
        values(for: "Connection").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
}
