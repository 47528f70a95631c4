import Foundation

import Teapot

/// The smallest files of each format with complete headers, composed by hand.
enum ImageFiles {
    /// Returns a PNG's signature and its IHDR chunk (RFC 2083 §3.1, §4.1.1).
    static func png(_ width: UInt32, _ height: UInt32) -> Data {
        Data([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)) + big(width) + big(height)
            + Data([8, 6, 0, 0, 0, 1, 2, 3, 4])
    }

    /// Returns a GIF's header and logical screen descriptor.
    static func gif(_ width: UInt16, _ height: UInt16, version: String = "89a") -> Data {
        Data(Array(("GIF" + version).utf8)) + little(width) + little(height) + Data([0, 0, 0])
    }

    /// Returns a bitmap's file header and the header of the given size.
    static func bmp(_ width: Int32, _ height: Int32, headerSize: UInt32 = 40) -> Data {
        var file = Data(Array("BM".utf8)) + little(UInt32(14 + headerSize)) + Data(count: 4) + little(14 + headerSize)
        file += little(headerSize)
        if headerSize == 12 {
            file += little(UInt16(truncatingIfNeeded: width)) + little(UInt16(truncatingIfNeeded: height))
        } else {
            file += little(UInt32(bitPattern: width)) + little(UInt32(bitPattern: height))
        }
        return file + Data(count: 14 + Int(headerSize) - file.count)
    }

    /// Returns a lossy WebP: RFC 9649 §2.5 and the frame header of RFC 6386 §9.1, with the scale bits set.
    static func lossyWebP(_ width: UInt16, _ height: UInt16) -> Data {
        webP("VP8 ", Data([0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A]) + little(width | 0x4000) + little(height | 0x8000))
    }

    /// Returns a lossless WebP: RFC 9649 §2.6, with the bit for transparency set.
    static func losslessWebP(_ width: UInt32, _ height: UInt32) -> Data {
        webP("VP8L", Data([0x2F]) + little((width - 1) | (height - 1) << 14 | 1 << 28))
    }

    /// Returns an extended WebP: RFC 9649 §2.7.
    static func extendedWebP(_ width: UInt32, _ height: UInt32) -> Data {
        webP("VP8X", Data([0x10, 0, 0, 0]) + little(width - 1).prefix(3) + little(height - 1).prefix(3))
    }

    private static func webP(_ kind: String, _ chunk: Data) -> Data {
        Data(Array("RIFF".utf8)) + little(UInt32(12 + chunk.count)) + Data(Array(("WEBP" + kind).utf8))
            + little(UInt32(chunk.count)) + chunk
    }

    /// Returns a JPEG (ITU-T T.81 §B).
    ///
    /// APP0 and a long EXIF segment, which contains the start of another JPEG, are followed by tables, a comment, fill
    /// bytes, and the frame header.
    static func jpeg(_ width: UInt16, _ height: UInt16, frame: UInt8 = 0xC0) -> Data {
        let thumbnail = Data([0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 1, 0, 1, 3])
        var file = Data([0xFF, 0xD8])
        file += segment(0xE0, Data(Array("JFIF\0".utf8)) + Data([1, 1, 0, 0, 1, 0, 1, 0, 0]))
        file += segment(0xE1, Data(Array("Exif\0\0".utf8)) + thumbnail + Data(count: 300))
        file += segment(0xDB, Data(count: 65))
        file += segment(0xC4, Data(count: 29))
        file += segment(0xFE, Data(Array("a comment".utf8)))
        file += segment(0xFE, Data())
        file += Data([0xFF, 0xFF, 0xFF])
        return file
            + segment(frame, Data([8]) + bigShort(height) + bigShort(width) + Data([1, 1, 0x11, 0])).dropFirst()
    }

    private static func segment(_ marker: UInt8, _ contents: Data) -> Data {
        Data([0xFF, marker]) + bigShort(UInt16(contents.count + 2)) + contents
    }

    private static func bigShort(_ number: UInt16) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
    private static func big(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
    private static func little(_ number: UInt16) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
    private static func little(_ number: UInt32) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
}
