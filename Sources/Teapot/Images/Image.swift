#if !canImport(UIKit) && !canImport(AppKit)
    extension Teapot {
        /// An image where the platform has no type for one: its bytes, and what the file's header says of it.
        public struct Image: Sendable, Equatable {
            /// A file format that is recognised.
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

            /// The file's bytes.
            public let data: Data
            /// The file's format.
            public let format: Format
            /// How wide the image is, in pixels.
            public let width: Int
            /// How high the image is, in pixels.
            public let height: Int

            /// Creates an image from a file's bytes.
            ///
            /// It is `nil` unless they begin with the header of an image that has at least one pixel.
            ///
            /// - Parameter data: The bytes.
            public init?(data: Data) {
                guard let header = ImageHeader(data), header.width > 0, header.height > 0 else { return nil }
                self.data = data
                (format, width, height) = (header.format, header.width, header.height)
            }
        }
    }
#endif
