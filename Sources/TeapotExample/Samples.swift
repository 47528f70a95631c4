import Teapot

/// Data that both the service and the twin answer with.
enum Samples {
    /// A PNG of one pixel.
    static let picture =
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
                """
        ) ?? Data()
}
