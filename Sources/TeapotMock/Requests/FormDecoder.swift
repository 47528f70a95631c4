package import Foundation
import Teapot

/// A decoder for `application/x-www-form-urlencoded` (WHATWG URL §5.1).
///
/// It works on bytes, not characters, because an ampersand and a combining mark after it form one character.
package enum FormDecoder {
    package static func items(of body: Data) -> [URLQueryItem] {
        Array(body).split(separator: 0x26).map { item in
            guard let equals = item.firstIndex(of: 0x3D) else { return URLQueryItem(name: text(item), value: nil) }
            return URLQueryItem(name: text(item[..<equals]), value: text(item[(equals + 1)...]))
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return String(decoding: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == 0x25, let high = rest.first.flatMap(PathBytes.digit),
                let low = rest.dropFirst().first.flatMap(PathBytes.digit)
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == 0x2B ? 0x20 : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
