import Foundation
import Teapot
import TeapotMock

/// A fuzz target for the form decoder: its result equals that of the WHATWG's algorithm, and can be sent again.
enum FormFuzzing {
    private static let client = MockTeapot(router: Router())

    static func check(_ input: FuzzInput) {
        let items = form(Data(input.payload))
        let expected = model(input.payload)
        expect(items.map { flat($0) } == expected, "\(items) is not \(expected)")
        do {
            let request = try client.makeRequest(.post, "/", parameters: .form(.init(items)))
            guard case .data(let data) = request.body else { return expect(items.isEmpty, "the body is no data") }
            let again = form(data)
            expect(again.map { flat($0) } == items.map { flat($0) }, "\(items) came back as \(again)")
        } catch {
            expect(false, "\(items) can't be sent again: \(error)")
        }
    }

    private static func form(_ body: Data) -> [URLQueryItem] { Request(method: "POST", path: "/", body: body).form }

    /// Returns the bytes of an item, because different strings may compare as equal.
    private static func flat(_ item: URLQueryItem) -> [[UInt8]] {
        [Array(item.name.utf8)] + (item.value.map { [Array($0.utf8)] } ?? [])
    }

    /// Decodes a form according to WHATWG URL §5.1, except that an item without an equals sign has no value here.
    private static func model(_ bytes: [UInt8]) -> [[[UInt8]]] {
        bytes.split(separator: 0x26).map { item in
            item.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false).map { text in
                Array(String(decoding: decoded(Array(text)), as: UTF8.self).utf8)
            }
        }
    }

    private static func decoded(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let digits = bytes.dropFirst(index + 1).prefix(2)
            let isEscape = bytes[index] == 0x25 && digits.count == 2 && digits.allSatisfy { isHexadecimal($0) }
            if isEscape, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index] == 0x2B ? 0x20 : bytes[index])
                index += 1
            }
        }
        return decoded
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
}
