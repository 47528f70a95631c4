#if !canImport(UIKit) && !canImport(AppKit)
    public import Foundation

    extension Teapot {
        /// An image on platforms without an image type: its bytes and their format.
        public struct Image: Sendable, Equatable {
            /// A file format that is recognized.
            public enum Format: String, Sendable, CaseIterable {
                /// Portable Network Graphics (RFC 2083).
                case png
                /// JPEG (ITU-T T.81).
                case jpeg
                /// GIF 87a or 89a.
                case gif
                /// WebP (RFC 9649).
                case webp
                /// A Windows bitmap.
                case bmp

                init?(signatureOf bytes: [UInt8]) {
                    func has(_ text: String, at offset: Int = 0) -> Bool {
                        bytes.dropFirst(offset).starts(with: text.utf8)
                    }
                    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                        self = .png
                    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                        self = .jpeg
                    } else if has("GIF87a") || has("GIF89a") {
                        self = .gif
                    } else if has("RIFF"), has("WEBP", at: 8) {
                        self = .webp
                    } else if has("BM"), bytes.count == 18, [12, 16, 40, 52, 56, 64, 108, 124].contains(bytes[14]),
                        bytes[15...] == [0, 0, 0]
                    {
                        // The length of a bitmap's header, because “BM” is also the beginning of many texts.
                        self = .bmp
                    } else {
                        return nil
                    }
                }
            }

            /// The bytes of the file.
            public let data: Data
            /// The format of the file.
            public let format: Format

            /// Creates an image from the bytes of a file.
            ///
            /// The result is `nil` unless the bytes begin with the signature of a ``Format``. They aren't decoded.
            ///
            /// - Parameter data: The bytes.
            public init?(data: Data) {
                guard let format = Format(signatureOf: Array(data.prefix(18))) else { return nil }
                (self.data, self.format) = (data, format)
            }
        }

        /// Creates an image from a file's bytes; `nil` if they are none.
        static func image(from data: Data) -> Image? { Image(data: data) }
    }
#endif
