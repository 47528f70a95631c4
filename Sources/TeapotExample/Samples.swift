import Foundation
import Teapot

/// Data for the responses of both the service and the mock.
enum Samples {
    /// A PNG of one pixel.
    static let picture =
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
                """
        ) ?? Data()
}
