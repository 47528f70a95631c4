import Foundation
import Teapot
import TeapotMock

/// A type that serializes responses as HTTP/1.1 (RFC 9112 §4 to §7).
struct ResponseSerializer {
    /// The properties of the request that affect the form of the response.
    struct Context: Equatable {
        var isHead = false
        var minorVersion = 1
        /// Whether the connection stays open after this response.
        var keepsAlive = true
    }

    /// The way a client determines the end of a body (RFC 9112 §6.3).
    enum Framing: Equatable {
        /// There's no body; a declared length is that of another response's body, as for HEAD.
        case none(told: Int?)
        /// The length of the body.
        case length(Int)
        /// The last chunk.
        case chunked
        /// The end of the connection, for HTTP/1.0 clients.
        case close
    }

    /// The interim response that asks for the body (RFC 9110 §15.2.1).
    static let continueBytes: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"

    /// Writes a response's head.
    ///
    /// - Parameters:
    ///   - response: The response, which must be one that can be sent.
    ///   - framing: The framing of the body; see ``framing(of:for:)``.
    ///   - exchange: The properties of the request. The response's own `Connection` header may close the connection.
    ///   - date: The value of the `Date` header.
    ///   - output: The output to write to.
    static func writeHead(
        of response: Response,
        framing: Framing,
        for exchange: inout Context,
        date: [UInt8],
        to output: inout Output
    ) {
        write(response.status, to: &output)
        var (hasDate, hasConnection) = (false, false)
        for field in response.headers.fields {
            switch SpecialField(field.name) {
            case .framing: continue
            case .connection:
                hasConnection = true
                continue
            case .date: hasDate = true
            case nil: break
            }
            write(field, to: &output)
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
            let options = response.headers.connectionOptions
            if options.contains("close") { exchange.keepsAlive = false }
            writeConnection(options, for: exchange, to: &output)
        }
        output.append("\r\n")
    }

    /// Returns the bytes of a head up to the value of the `Date` header, if the headers are sent unchanged.
    ///
    /// - Parameters:
    ///   - status: The status of a response with a body.
    ///   - fields: The headers of the response.
    /// - Returns: The bytes, or `nil` if the server changes the headers or they can't be sent.
    static func beginning(_ status: Teapot.StatusCode, _ fields: [Teapot.HeaderFields.Field]) -> [UInt8]? {
        guard Teapot.HeaderFields(fields).unsendableReason == nil else { return nil }
        var output = Output()
        write(status, to: &output)
        for field in fields {
            guard SpecialField(field.name) == nil else { return nil }
            write(field, to: &output)
        }
        output.append("Date: ")
        return Array(output.bytes(from: 0))
    }

    /// A header of a response that the server may have to change.
    private enum SpecialField {
        /// A header that determines the end of a body.
        ///
        /// The server itself writes these headers and `Connection`. The response's own headers were often recorded
        /// elsewhere, and may not match the bytes that are sent.
        case framing
        case connection
        /// The header that the server adds if it's missing.
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

    private static func writeConnection(_ told: [String], for exchange: Context, to output: inout Output) {
        var options = told.filter { $0 != "close" && $0 != "keep-alive" }
        if !exchange.keepsAlive {
            options.append("close")  // RFC 9112 §9.6.
        } else if exchange.minorVersion == 0 {
            options.append("keep-alive")  // RFC 9112 §9.3: HTTP/1.0 needs a confirmation.
        }
        guard !options.isEmpty else { return }
        output.append("Connection: ")
        output.append(options.joined(separator: ", "))
        output.append("\r\n")
    }

    /// Returns the framing of a response's body.
    static func framing(of plan: ResponsePlan, for exchange: Context) -> Framing {
        guard plan.hasContent else { return .none(told: plan.declaredLength) }
        let hasTrailers = !plan.response.trailers.isEmpty && exchange.minorVersion > 0 && !plan.isStream
        if let length = plan.declaredLength, !hasTrailers { return .length(length) }
        return exchange.minorVersion > 0 ? .chunked : .close
    }

    /// Writes a piece of a body, if a body is sent; an empty piece isn't written.
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
        for field in trailers { write(field, to: &output) }
        output.append("\r\n")
    }

    private static func write(_ field: Teapot.HeaderFields.Field, to output: inout Output) {
        output.append(field.name)
        output.append(": ")
        output.append(field.value)
        output.append("\r\n")
    }
}

extension Teapot.HeaderFields {
    /// The options of the `Connection` header, in lowercase (RFC 9110 §7.6.1).
    var connectionOptions: [String] {
        values(for: "Connection").flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }
}
