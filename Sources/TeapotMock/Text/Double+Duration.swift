import Foundation
import Teapot

extension Double {
    /// A duration in seconds as text: `0.3 ms` or, from one second on, `34.6 s`.
    package var durationText: String {
        self < 1 ? String(format: "%.1f ms", self * 1000) : String(format: "%.1f s", self)
    }
}
