#if canImport(UIKit)
    public import UIKit

    extension Teapot {
        /// The platform's own image.
        public typealias Image = UIImage
    }
#elseif canImport(AppKit)
    public import AppKit

    extension Teapot {
        /// The platform's own image.
        public typealias Image = NSImage
    }
#endif
