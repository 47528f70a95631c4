/// How the download of an image ended.
public enum NetworkImageResult {
    /// The body is an image.
    case success(Teapot.Image, Teapot.Response)
    /// Anything else. When no response came, the status code of the one given is 0.
    case failure(Teapot.Response, TeapotError)
}

#if canImport(UIKit) || !canImport(AppKit)
    extension NetworkImageResult: Sendable {}
#else
    // AppKit does not mark `NSImage` as `Sendable`. This one was made from the bytes for this result alone, and is
    // referred to by nothing else when it is delivered; who shares it must not change it.
    extension NetworkImageResult: @unchecked Sendable {}
#endif
