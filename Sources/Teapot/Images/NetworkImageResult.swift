/// The result of the download of an image.
public enum NetworkImageResult {
    /// The body is an image.
    case success(Teapot.Image, Teapot.Response)
    /// The download failed.
    ///
    /// If no response was received, the response has the status code 0.
    case failure(Teapot.Response, TeapotError)
}

#if canImport(UIKit) || !canImport(AppKit)
    extension NetworkImageResult: Sendable {}
#else
    // AppKit does not mark `NSImage` as `Sendable`. This image is created from the bytes for this result only, and
    // nothing else refers to it when it is delivered. Code that shares it must not change it.
    extension NetworkImageResult: @unchecked Sendable {}
#endif
