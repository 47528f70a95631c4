import Teapot

#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#endif

/// The size of a picture, independent of the platform's type.
struct Size: Equatable {
    var width: Int
    var height: Int
}

extension Teapot.Image {
    var pixels: Size {
        #if canImport(UIKit) || canImport(AppKit)
            Size(width: Int(size.width), height: Int(size.height))
        #else
            Size(width: width, height: height)
        #endif
    }
}
