import Teapot
import TeapotMock

import TeapotMockServer

/// Requests with invalid framing.
extension BadRequest {
    static let framings: [BadRequest] = [
        BadRequest(
            "RFC 9112 §6.3",
            "length and chunks together",
            with("Content-Length: 1\r\nTransfer-Encoding: chunked"),
            "Content-Length and Transfer-Encoding can't be combined."
        ),
        BadRequest(
            "RFC 9112 §6.1",
            "chunks in HTTP/1.0",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.0 does not define Transfer-Encoding."
        ),
        BadRequest(
            "RFC 9112 §6.3",
            "a coding that is not chunked",
            with("Transfer-Encoding: gzip"),
            "Transfer-Encoding \"gzip\" does not end in chunked."
        ),
        BadRequest(
            "RFC 9112 §6.3",
            "chunked before another",
            with("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip"),
            "Transfer-Encoding \"chunked, gzip\" does not end in chunked."
        ),
        BadRequest(
            "RFC 9112 §6.1",
            "a coding that is not understood",
            with("Transfer-Encoding: gzip, chunked"),
            501,
            "Transfer-Encoding \"gzip, chunked\": only chunked is supported."
        ),
        BadRequest(
            "RFC 9112 §6.1",
            "chunked twice",
            with("Transfer-Encoding: chunked, chunked"),
            "Transfer-Encoding \"chunked, chunked\" has chunked more than once."
        ),
        BadRequest(
            "RFC 9112 §6.1",
            "an empty Transfer-Encoding",
            with("Transfer-Encoding:"),
            "Transfer-Encoding \"\" does not end in chunked."
        ),
        BadRequest(
            "RFC 9112 §6.3",
            "two lengths",
            with("Content-Length: 1\r\nContent-Length: 2"),
            "The request has more than one Content-Length: \"1, 2\"."
        ),
        BadRequest(
            "RFC 9110 §8.6",
            "the same length twice",
            with("Content-Length: 2, 2"),
            "Content-Length \"2, 2\" is not a number."
        ),
        BadRequest(
            "RFC 9110 §8.6",
            "a length below zero",
            with("Content-Length: -1"),
            "Content-Length \"-1\" is not a number."
        ),
        BadRequest(
            "RFC 9110 §8.6",
            "a length with a sign",
            with("Content-Length: +1"),
            "Content-Length \"+1\" is not a number."
        ),
        BadRequest(
            "RFC 9110 §8.6",
            "a length in hexadecimal",
            with("Content-Length: 0x1"),
            "Content-Length \"0x1\" is not a number."
        ),
        BadRequest(
            "RFC 9110 §8.6",
            "no length in the field",
            with("Content-Length:"),
            "Content-Length \"\" is not a number."
        ),
        BadRequest(
            "RFC 9110 §8.6",
            "a length that overflows",
            with("Content-Length: 9223372036854775808"),
            413,
            "Content-Length \"9223372036854775808\" is too large."
        ),
        BadRequest(
            "RFC 9110 §15.5.14",
            "a length beyond the limit",
            with("Content-Length: 4"),
            413,
            "The request's body has more than 3 bytes.",
            limits: Server.Limits(bodyBytes: 3)
        ),
    ]

    static let chunks: [BadRequest] = [
        BadRequest(
            "RFC 9112 §7.1",
            "a size that is no number",
            GoodRequest.chunked("x\r\n"),
            "The chunk size \"x\" is not a hexadecimal number."
        ),
        BadRequest(
            "RFC 9112 §7.1",
            "no size",
            GoodRequest.chunked("\r\n"),
            "The chunk size \"\" is not a hexadecimal number."
        ),
        BadRequest(
            "RFC 9112 §7.1",
            "a size with a prefix",
            GoodRequest.chunked("0x1\r\na\r\n"),
            "The chunk size \"0x1\" is not a hexadecimal number."
        ),
        BadRequest(
            "RFC 9112 §7.1",
            "a size with a sign",
            GoodRequest.chunked("-1\r\na\r\n"),
            "The chunk size \"-1\" is not a hexadecimal number."
        ),
        BadRequest(
            "RFC 9112 §7.1",
            "a size that overflows",
            GoodRequest.chunked("10000000000000001\r\n"),
            413,
            "The request's body has more than 268435456 bytes."
        ),
        BadRequest(
            "RFC 9112 §7.1",
            "a chunk that is longer than its size",
            GoodRequest.chunked("1\r\nab\r\n0\r\n\r\n"),
            "A chunk has more bytes than its size says."
        ),
        BadRequest(
            "RFC 9112 §7.1",
            "a chunk that ends in a line feed alone",
            GoodRequest.chunked("1\r\na\n0\r\n\r\n"),
            "The line \"\" ends in LF alone; HTTP requires CR LF."
        ),
        BadRequest(
            "RFC 9112 §7.1",
            "a size that ends in a line feed alone",
            GoodRequest.chunked("1\na\r\n0\r\n\r\n"),
            "The line \"1\" ends in LF alone; HTTP requires CR LF."
        ),
        BadRequest(
            "RFC 9112 §7.1.1",
            "a control character in an extension",
            GoodRequest.chunked("1;\u{1}\r\n"),
            "The chunk extension \";\\x01\" is not valid."
        ),
        BadRequest(
            "RFC 9112 §7.1.1",
            "an extension without a name",
            GoodRequest.chunked("5;\r\nhello\r\n0\r\n\r\n"),
            "The chunk extension \";\" is not valid."
        ),
        BadRequest(
            "RFC 9112 §7.1.1",
            "an extension whose name is no token",
            GoodRequest.chunked("1;a(b=c\r\na\r\n0\r\n\r\n"),
            "The chunk extension \";a(b=c\" is not valid."
        ),
        BadRequest(
            "RFC 9112 §7.1.1",
            "an extension with an equals sign and no value",
            GoodRequest.chunked("1;a=\r\na\r\n0\r\n\r\n"),
            "The chunk extension \";a=\" is not valid."
        ),
        BadRequest(
            "RFC 9112 §7.1.1",
            "an extension whose quoted value has no end",
            GoodRequest.chunked("1;a=\"b\\\"\r\na\r\n0\r\n\r\n"),
            "The chunk extension \";a=\\\"b\\\\\\\"\" is not valid."
        ),
        BadRequest(
            "RFC 9112 §7.1.1",
            "something after an extension",
            GoodRequest.chunked("1;a=\"b\"c\r\na\r\n0\r\n\r\n"),
            "The chunk extension \";a=\\\"b\\\"c\" is not valid."
        ),
        BadRequest(
            "RFC 9112 §7.1.1",
            "a space behind an extension",
            GoodRequest.chunked("1;a \r\na\r\n0\r\n\r\n"),
            "The chunk extension \";a \" is not valid."
        ),
        BadRequest(
            "RFC 9112 §7.1.1",
            "a size with a space and no extension",
            GoodRequest.chunked("1 \r\na\r\n"),
            "The chunk size \"1 \" is not a hexadecimal number."
        ),
        BadRequest(
            "RFC 9112 §7.1.2",
            "a trailer that is no field",
            GoodRequest.chunked("0\r\nHello\r\n\r\n"),
            "The header line \"Hello\" has no colon."
        ),
        BadRequest(
            "RFC 6585 §5",
            "trailers that are too long",
            GoodRequest.chunked("0\r\nX: \(String(repeating: "b", count: 99))\r\n\r\n"),
            431,
            "The trailers have more than 90 bytes.",
            limits: Server.Limits(headBytes: 90)
        ),
        BadRequest(
            "RFC 9110 §15.5.14",
            "chunks that together are too long",
            GoodRequest.chunked("2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n"),
            413,
            "The request's body has more than 3 bytes.",
            limits: Server.Limits(bodyBytes: 3)
        ),
    ]
}
