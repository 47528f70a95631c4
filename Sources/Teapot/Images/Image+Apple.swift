#if canImport(UIKit)
    public import UIKit

    extension Teapot {
        /// The image type of the platform.
        public typealias Image = UIImage
    }
#elseif canImport(AppKit)
    public import AppKit

    extension Teapot {
        /// The image type of the platform.
        public typealias Image = NSImage
    }
#endif
