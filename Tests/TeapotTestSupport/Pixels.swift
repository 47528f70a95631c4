package import Foundation
package import Teapot

#if canImport(UIKit)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#endif

/// Returns whether an image is from a file: by its size in pixels if the platform decodes it, otherwise by its bytes.
package func shows(_ image: Teapot.Image, _ file: Data, width: Int, height: Int) -> Bool {
    #if canImport(UIKit) || canImport(AppKit)
        Int(image.size.width) == width && Int(image.size.height) == height
    #else
        image.data == file
    #endif
}
