#if !canImport(UIKit) && !canImport(AppKit)
    import Foundation

    /// The information in the first bytes of an image file: its format and its size in pixels.
    struct ImageHeader {
        let format: Teapot.Image.Format
        let width: Int
        let height: Int

        init?(_ data: Data) {
            let bytes = Bytes(data)
            if bytes.begin(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.text(12, 4) == "IHDR" {
                // RFC 2083 §4.1.1: IHDR is the first chunk.
                self.init(.png, bytes.big(16, 4), bytes.big(20, 4))
            } else if bytes.text(0, 6) == "GIF87a" || bytes.text(0, 6) == "GIF89a" {
                self.init(.gif, bytes.little(6, 2), bytes.little(8, 2))
            } else if bytes.text(0, 2) == "BM" {
                self.init(bitmap: bytes)
            } else if bytes.text(0, 4) == "RIFF", bytes.text(8, 4) == "WEBP" {
                self.init(webP: bytes)
            } else if bytes.begin(with: [0xFF, 0xD8, 0xFF]) {
                self.init(jpeg: bytes)
            } else {
                return nil
            }
        }

        private init?(_ format: Teapot.Image.Format, _ width: Int?, _ height: Int?) {
            guard let width, let height else { return nil }
            (self.format, self.width, self.height) = (format, width, height)
        }

        /// Creates the header of a Windows bitmap.
        ///
        /// A BITMAPCOREHEADER has 12 bytes, with a width and height of two bytes each. In later headers they have four
        /// bytes, and a negative height means rows from the top. Other lengths are not those of a header, since “BM” is
        /// also the beginning of many texts.
        private init?(bitmap bytes: Bytes) {
            if bytes.little(14, 4) == 12 {
                self.init(.bmp, bytes.little(18, 2), bytes.little(20, 2))
            } else {
                guard let length = bytes.little(14, 4), [16, 40, 52, 56, 64, 108, 124].contains(length) else {
                    return nil
                }
                func signed(_ offset: Int) -> Int? {
                    bytes.little(offset, 4).map { Int(Int32(truncatingIfNeeded: $0)) }
                }
                self.init(.bmp, signed(18), signed(22).map { abs($0) })
            }
        }

        /// Creates the header of a WebP file (RFC 9649 §2.5, §2.6, §2.7).
        ///
        /// Lossy, lossless and extended files store their size in different ways.
        private init?(webP bytes: Bytes) {
            switch bytes.text(12, 4) {
            case "VP8 " where bytes.big(23, 3) == 0x9D012A:
                self.init(.webp, bytes.little(26, 2).map { $0 & 0x3FFF }, bytes.little(28, 2).map { $0 & 0x3FFF })
            case "VP8L" where bytes.big(20, 1) == 0x2F:
                let bits = bytes.little(21, 4)
                self.init(.webp, bits.map { ($0 & 0x3FFF) + 1 }, bits.map { ($0 >> 14 & 0x3FFF) + 1 })
            case "VP8X": self.init(.webp, bytes.little(24, 3).map { $0 + 1 }, bytes.little(27, 3).map { $0 + 1 })
            default: return nil
            }
        }

        /// Creates the header of a JPEG file (ITU-T T.81 §B.1.1).
        ///
        /// The frame header with the size comes after any number of other segments.
        private init?(jpeg bytes: Bytes) {
            var offset = 2
            while let prefix = bytes.big(offset, 1), prefix == 0xFF, let marker = bytes.big(offset + 1, 1) {
                switch marker {
                case 0xFF: offset += 1  // a fill byte
                case 0x01, 0xD0...0xD8: offset += 2  // markers without a segment
                case 0xD9, 0xDA: return nil  // the end, or a scan: the frame header comes before
                case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                    self.init(.jpeg, bytes.big(offset + 7, 2), bytes.big(offset + 5, 2))
                    return
                default:
                    guard let length = bytes.big(offset + 2, 2), length >= 2 else { return nil }
                    offset += 2 + length
                }
            }
            return nil
        }

        /// Bytes that are read by offset, with `nil` for an offset after the end.
        private struct Bytes {
            let data: Data

            init(_ data: Data) { self.data = data }

            func slice(_ offset: Int, _ count: Int) -> Data? {
                guard offset + count <= data.count else { return nil }
                return data.dropFirst(offset).prefix(count)
            }

            func begin(with prefix: [UInt8]) -> Bool { data.starts(with: prefix) }
            func text(_ offset: Int, _ count: Int) -> String? {
                slice(offset, count).map { String(decoding: $0, as: UTF8.self) }
            }
            func big(_ offset: Int, _ count: Int) -> Int? { slice(offset, count)?.reduce(0) { $0 << 8 | Int($1) } }
            func little(_ offset: Int, _ count: Int) -> Int? {
                slice(offset, count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
            }
        }
    }
#endif
