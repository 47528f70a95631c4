#if !canImport(UIKit) && !canImport(AppKit)
    public import Foundation

    extension Teapot {
        /// An image on a platform that has no image type: the bytes of a file.
        public struct Image: Sendable, Equatable {
            /// The bytes of the file.
            public let data: Data

            /// Creates an image from the bytes of a file.
            ///
            /// The result is `nil` unless the bytes begin with the signature of a PNG, JPEG, GIF, WebP or BMP file. The
            /// bytes aren't decoded.
            ///
            /// - Parameter data: The bytes.
            public init?(data: Data) {
                let bytes = Array(data.prefix(18))
                func has(_ signature: some Sequence<UInt8>, at offset: Int = 0) -> Bool {
                    bytes.dropFirst(offset).starts(with: signature)
                }
                // Check the length of the bitmap's header, because text can also begin with “BM”.
                let isBitmap =
                    has("BM".utf8) && has([0, 0, 0], at: 15)
                    && [12, 16, 40, 52, 56, 64, 108, 124].contains(bytes[14])
                let isImage =
                    has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) || has([0xFF, 0xD8, 0xFF])
                    || has("GIF87a".utf8) || has("GIF89a".utf8)
                    || has("RIFF".utf8) && has("WEBP".utf8, at: 8) || isBitmap
                guard isImage else { return nil }
                self.data = data
            }
        }

        /// Creates an image from a file's bytes, or returns `nil` if they aren't an image.
        static func image(from data: Data) -> Image? { Image(data: data) }
    }
#endif
