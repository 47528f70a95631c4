/// The result of an image download.
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
    // AppKit doesn't mark `NSImage` as `Sendable`. This image is created only for this result, and nothing else refers
    // to it on delivery. Code that shares the image must not change it.
    extension NetworkImageResult: @unchecked Sendable {}
#endif
