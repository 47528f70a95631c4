#if !canImport(UIKit) && !canImport(AppKit)
    public import Foundation

    extension Teapot {
        /// An image on platforms without an image type: its bytes, and the information in the file's header.
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
            }

            /// The bytes of the file.
            public let data: Data
            /// The format of the file.
            public let format: Format
            /// The width of the image, in pixels.
            public let width: Int
            /// The height of the image, in pixels.
            public let height: Int

            /// Creates an image from the bytes of a file.
            ///
            /// The result is `nil` unless the bytes begin with the header of an image that has at least one pixel.
            ///
            /// - Parameter data: The bytes.
            public init?(data: Data) {
                guard let header = ImageHeader(data), header.width > 0, header.height > 0 else { return nil }
                self.data = data
                (format, width, height) = (header.format, header.width, header.height)
            }
        }

        /// Creates an image from a file's bytes; `nil` if they are none.
        static func image(from data: Data) -> Image? { Image(data: data) }
    }
#endif
