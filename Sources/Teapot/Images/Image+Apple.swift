#if canImport(UIKit)
    public import UIKit

    extension Teapot {
        /// The image type of the platform.
        public typealias Image = UIImage

        /// Creates an image from a file's bytes, or returns `nil` if they aren't an image.
        static func image(from data: Data) -> sending Image? { Image(data: data) }
    }
#elseif canImport(AppKit)
    public import AppKit

    extension Teapot {
        /// The image type of the platform.
        public typealias Image = NSImage

        /// Creates an image from a file's bytes, or returns `nil` if they aren't an image.
        static func image(from data: Data) -> sending Image? { Image(data: data) }
    }
#endif
