package import Teapot

#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#endif

/// The width and the height of an image, in pixels, whatever type the platform has for one.
package func pixels(of image: Teapot.Image) -> [Int] {
    #if canImport(UIKit) || canImport(AppKit)
        [Int(image.size.width), Int(image.size.height)]
    #else
        [image.width, image.height]
    #endif
}
